import Glibc

/// An exclusive lock between processes (flock(2)) on a file of its own. The kernel drops it with the
/// process.
public final class FileLock {
  private let descriptor: Int32

  /// Opens the lock's file, and makes it where it is missing; the lock is not taken yet.
  /// - Throws: a `PlacementError`.
  public init(path: String) throws(PlacementError) {
    descriptor = try LockFile.open(path)
  }

  deinit {
    // Closing the only descriptor drops the lock.
    close(descriptor)
  }

  /// Takes the lock if it is free.
  /// - Returns: whether it is held now.
  /// - Throws: a `SystemError` when the file system has no locks, for example.
  public func tryLock() throws(SystemError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EWOULDBLOCK { return false }
      if code != EINTR { throw SystemError(code: code) }
    }
    return true
  }

  /// Takes the lock, waiting for another holder.
  /// - Parameter patience: how long to wait before giving up.
  /// - Returns: how long it waited; nil when another one still holds the lock.
  /// - Throws: a `SystemError`.
  public func lock(within patience: Duration) throws(SystemError) -> Duration? {
    if try tryLock() { return .zero }
    let start = ContinuousClock.now
    var pause: UInt32 = 500
    while ContinuousClock.now - start < patience {
      // Growing pauses, of random length so that two that wait do not wake together.
      usleep(UInt32.random(in: pause / 2...pause))
      pause = min(pause * 2, 20_000)
      if try tryLock() { return ContinuousClock.now - start }
    }
    return nil
  }

  /// Gives the lock back.
  public func unlock() { flock(descriptor, LOCK_UN) }
}
