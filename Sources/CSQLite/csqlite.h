#ifndef CSQLITE_H
#define CSQLITE_H

#include <malloc.h>
#include <sqlite3.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include "ranking.h"

// sqlite3_db_config is variadic, which Swift does not import; these are its on/off settings.
static inline int csqlite_configure(sqlite3 *database, int setting, int on) {
  return sqlite3_db_config(database, setting, on, (int *)0);
}

// For the whole process, so for programs and not for libraries to call: sets how many bytes of a
// statement's journal SQLite keeps in memory before it makes a file of it, and lets it not count the
// memory that it uses; sqlite3_config is variadic too. It does nothing once SQLite is in use.
static inline int csqlite_configure_memory(int journal) {
#ifdef __GLIBC__
  // Each heap keeps what was freed in it, and by itself glibc makes eight for each core: a connection's
  // work, which wanders between the threads of a pool, would fill all of them.
  mallopt(M_ARENA_MAX, 2);
#endif
  int code = sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, journal);
  return code != SQLITE_OK ? code : sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// SQLITE_TRANSIENT is a cast macro, which Swift does not import.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// The kind of file system that a path is on (statfs(2)); 0 when the system does not say. Swift does
// not see sys/statfs.h.
static inline unsigned int csqlite_file_system(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned int)status.f_type : 0;
}

// The two parts of a device's number, as the system's list of mounts has them.
static inline unsigned int csqlite_device_major(unsigned long device) { return gnu_dev_major(device); }

static inline unsigned int csqlite_device_minor(unsigned long device) { return gnu_dev_minor(device); }

// How many frames the write-ahead log has, and how many of them were moved into the database, from
// the shared index of the log (https://www.sqlite.org/walformat.html, section 2.1). Call it only in
// WAL mode and within a read transaction, when SQLite has that memory mapped. Opening the -shm file
// instead would drop SQLite's own locks on it when it is closed. Returns whether it is known.
static inline int csqlite_log_frames(sqlite3 *database, unsigned *frames, unsigned *moved) {
  sqlite3_file *file = 0;
  volatile void *memory = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
      !file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap ||
      file->pMethods->xShmMap(file, 0, 32768, 0, &memory) != SQLITE_OK || !memory)
    return 0;
  *frames = ((volatile unsigned *)memory)[4];
  *moved = ((volatile unsigned *)memory)[24];
  return 1;
}

#endif
