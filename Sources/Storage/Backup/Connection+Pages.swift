import CSQLite
import Glibc

extension Connection {
  /// Copies every page into an empty file, as they are at one moment.
  ///
  /// Not by VACUUM INTO: 3.40 cannot read a table with generated columns for it on a connection that
  /// may only read.
  /// - Parameter path: the file, which is there.
  func copyAll(to path: String) throws(StorageError) {
    let copy = try Connection(path: path, mode: .readWrite)
    try copy.replaceAll(with: self)
    // The first page says that there is a log; without one, the copy can be read anywhere.
    _ = try copy.string("PRAGMA journal_mode = delete")
  }

  /// Writes every page of another database over this one, as one transaction
  /// (https://www.sqlite.org/backup.html).
  func replaceAll(with source: Connection) throws(StorageError) {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw failure(sqlite3_extended_errcode(handle))
    }
    let end = ContinuousClock.now + busyTimeout
    var code = sqlite3_backup_step(backup, -1)
    while code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED, ContinuousClock.now < end {
      usleep(UInt32.random(in: 500...5_000))
      code = sqlite3_backup_step(backup, -1)
    }
    let finished = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, finished == SQLITE_OK else {
      throw failure(code == SQLITE_DONE ? finished : code)
    }
  }
}
