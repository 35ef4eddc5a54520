import CSQLite
import Glibc

/// Replaces everything in a database with the pages of another one, as one transaction of its own
/// (https://www.sqlite.org/backup.html): first the database is locked for writing, then it is
/// replaced. Between the two steps nobody can commit to it, not even a program that does not use our
/// lock, and in WAL mode other connections can still read it.
final class PageReplacement {
  private let destination: Connection
  private let source: Connection
  private var backup: OpaquePointer?

  /// Locks the database.
  /// - Parameters:
  ///   - destination: outside a transaction, and not used by anybody until this is finished or gone.
  ///   - source: may be written on this very connection until `finish`.
  /// - Throws: a `StorageError` of kind `locked` when another program held the lock for too long.
  init(of destination: Connection, by source: Connection) throws(StorageError) {
    self.destination = destination
    self.source = source
    backup = sqlite3_backup_init(destination.handle, "main", source.handle, "main")
    guard backup != nil else {
      throw destination.failure(sqlite3_extended_errcode(destination.handle))
    }
    // A step of no pages takes the lock, which is kept until the end.
    let code = step(pages: 0)
    guard code == SQLITE_OK || code == SQLITE_DONE else {
      sqlite3_backup_finish(backup)
      backup = nil
      throw destination.failure(code)
    }
  }

  deinit {
    // Rolls back what was not finished.
    if let backup { sqlite3_backup_finish(backup) }
  }

  private static let pagesAtOnce: Int32 = 1024

  /// Writes the pages and commits.
  /// - Parameter isStopped: asked every few megabytes; then nothing is written.
  /// - Throws: a `StorageError`, of kind `interrupted` when it was stopped; the database is as it was
  ///   then.
  func finish(until isStopped: () -> Bool = { false }) throws {
    // Over one state of the source: another one's commit between two steps would begin it anew.
    try source.read { try writePages(until: isStopped) }
  }

  private func writePages(until isStopped: () -> Bool) throws(StorageError) {
    var code = SQLITE_OK
    // mutant copying-stops: `!isStopped()` -> `true` (DeadDraftTests)
    while code == SQLITE_OK, !isStopped() { code = step(pages: Self.pagesAtOnce) }
    if code == SQLITE_OK { code = SQLITE_INTERRUPT }
    let finished = sqlite3_backup_finish(backup)
    backup = nil
    guard code == SQLITE_DONE, finished == SQLITE_OK else {
      throw destination.failure(code == SQLITE_DONE ? finished : code)
    }
  }

  private func step(pages: Int32) -> Int32 {
    let end = ContinuousClock.now + destination.busyTimeout
    var code = sqlite3_backup_step(backup, pages)
    while code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED, ContinuousClock.now < end {
      usleep(UInt32.random(in: 500...5_000))
      code = sqlite3_backup_step(backup, pages)
    }
    return code
  }
}
