#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <sys/statfs.h>

// sqlite3_db_config is variadic, which Swift does not import; these are its on/off settings.
static inline int csqlite_configure(sqlite3 *database, int setting, int on) {
  return sqlite3_db_config(database, setting, on, (int *)0);
}

// SQLITE_TRANSIENT is a cast macro, which Swift does not import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// The kind of file system that a path is on (statfs(2)); 0 when the system does not say. Swift does
// not see sys/statfs.h.
static inline unsigned int csqlite_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned int)status.f_type : 0;
}

#endif
