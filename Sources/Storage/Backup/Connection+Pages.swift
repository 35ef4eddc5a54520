import CSQLite
import Glibc

extension Connection {
  /// Copies every page into an empty file, as they are at one moment.
  ///
  /// Not by VACUUM INTO: 3.40 cannot read a table with generated columns for it on a connection that
  /// may only read.
  /// - Parameters:
  ///   - path: the file, which is there.
  ///   - isStopped: asked every few megabytes.
  func copyAll(to path: String, until isStopped: () -> Bool = { false }) throws {
    let copy = try Connection(path: path, mode: .readWrite)
    try copy.replaceAll(with: self, until: isStopped)
    // The first page says that there is a log; without one, the copy can be read anywhere.
    _ = try copy.string("PRAGMA journal_mode = delete")
  }

  /// Writes every page of another database over this one, as one transaction
  /// (https://www.sqlite.org/backup.html).
  /// - Parameter isStopped: asked every few megabytes; then nothing is written.
  /// - Throws: a `StorageError` of kind `interrupted` when it was stopped.
  func replaceAll(with source: Connection, until isStopped: () -> Bool = { false }) throws {
    // Over one state of the source: another one's commit between two steps would begin it anew.
    try source.read { try copyPages(of: source, until: isStopped) }
  }

  private static let pagesAtOnce: Int32 = 1024

  private func copyPages(
    of source: Connection, until isStopped: () -> Bool
  ) throws(StorageError) {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw failure(sqlite3_extended_errcode(handle))
    }
    let end = ContinuousClock.now + busyTimeout
    var code = SQLITE_OK
    // mutant copying-stops: `!isStopped()` -> `true` (DeadDraftTests)
    while !isStopped() {
      code = sqlite3_backup_step(backup, Self.pagesAtOnce)
      if code == SQLITE_OK { continue }
      guard code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED, ContinuousClock.now < end
      else { break }
      usleep(UInt32.random(in: 500...5_000))
    }
    let finished = sqlite3_backup_finish(backup)
    if code == SQLITE_OK { throw failure(SQLITE_INTERRUPT) }
    guard code == SQLITE_DONE, finished == SQLITE_OK else {
      throw failure(code == SQLITE_DONE ? finished : code)
    }
  }
}
