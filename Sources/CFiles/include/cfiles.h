#ifndef CFILES_H
#define CFILES_H

// Renames a file unless there is one of the new name (renameat2(2), RENAME_NOREPLACE), which Swift
// imports only with _GNU_SOURCE. Returns 0, or -1 with errno.
int cfiles_rename_new(const char *from, const char *to);

#endif
