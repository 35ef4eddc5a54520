import Glibc

/// The lock that every writer of the program holds around its write transactions and its checkpoints:
/// an exclusive `flock` on the file `<database>.lock`.
///
/// SQLite's own lock is not enough: up to 3.51.2 a checkpoint that runs beside a commit can lose
/// acknowledged commits (https://www.sqlite.org/wal.html, "the WAL-reset bug").
final class WriteLock {
  let path: String
  private var file: Int32 = -1
  private var depth = 0

  init(path: String) { self.path = path }

  deinit {
    // Closing the only descriptor drops the lock.
    if file >= 0 { close(file) }
  }

  var isHeld: Bool { depth > 0 }

  /// Takes the lock, waiting for another holder; may be taken again by its holder.
  /// - Parameter patience: how long to wait before giving up.
  /// - Returns: how long it waited.
  @discardableResult
  func acquire(within patience: Duration) throws(StorageError) -> Duration {
    if try tryAcquire() { return .zero }
    let start = ContinuousClock.now
    var pause: UInt32 = 500
    while true {
      let waited = ContinuousClock.now - start
      guard waited < patience else {
        throw StorageError(
          .locked, "the database is locked", at: path,
          because: LockHolder.describe(ofLock: path).map { "\($0), is writing" }
            ?? "another program is writing",
          remedy: StorageError.Kind.locked.remedy)
      }
      // Growing pauses, of random length so that two that wait do not wake together.
      usleep(UInt32.random(in: pause / 2...pause))
      pause = min(pause * 2, 20_000)
      if try tryAcquire() { return ContinuousClock.now - start }
    }
  }

  /// Takes the lock if nobody holds it.
  /// - Returns: whether it is held now.
  func tryAcquire() throws(StorageError) -> Bool {
    if depth == 0 {
      try open()
      while flock(file, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        if code == EINTR { continue }
        if code == EWOULDBLOCK { return false }
        throw LockFile.failure(code, at: path)
      }
    }
    depth += 1
    return true
  }

  /// Gives the lock back; each `acquire` needs one.
  func release() {
    depth -= 1
    if depth == 0 { flock(file, LOCK_UN) }
  }

  private func open() throws(StorageError) {
    if file < 0 { file = try LockFile.open(path) }
  }
}
