import Files

/// The lock that every writer of the program holds around its write transactions and its checkpoints:
/// an exclusive `flock` on the file `<database>.lock`.
///
/// SQLite's own lock is not enough: up to 3.51.2 a checkpoint that runs beside a commit can lose
/// acknowledged commits (https://www.sqlite.org/wal.html, "the WAL-reset bug").
final class WriteLock {
  let path: String
  private var lock: FileLock?
  private var depth = 0

  init(path: String) { self.path = path }

  var isHeld: Bool { depth > 0 }

  /// Takes the lock, waiting for another holder; may be taken again by its holder.
  /// - Parameter patience: how long to wait before giving up.
  /// - Returns: how long it waited.
  @discardableResult
  func acquire(within patience: Duration) throws(StorageError) -> Duration {
    if depth > 0 {
      depth += 1
      return .zero
    }
    let lock = try opened()
    let waited: Duration?
    do throws(SystemError) {
      waited = try lock.lock(within: patience)
    } catch {
      throw StorageError(locking: path, error)
    }
    guard let waited else {
      throw StorageError(
        .locked, "the database is locked", at: path,
        because: LockHolder.describe(ofLock: path).map { "\($0), is writing" }
          ?? "another program is writing",
        remedy: StorageError.Kind.locked.remedy)
    }
    depth = 1
    return waited
  }

  /// Takes the lock if nobody holds it.
  /// - Returns: whether it is held now.
  func tryAcquire() throws(StorageError) -> Bool {
    if depth == 0 {
      let lock = try opened()
      do throws(SystemError) {
        guard try lock.tryLock() else { return false }
      } catch {
        throw StorageError(locking: path, error)
      }
    }
    depth += 1
    return true
  }

  /// Gives the lock back; each `acquire` needs one.
  func release() {
    depth -= 1
    if depth == 0 { lock?.unlock() }
  }

  private func opened() throws(StorageError) -> FileLock {
    if let lock { return lock }
    do throws(PlacementError) {
      let lock = try FileLock(path: path)
      self.lock = lock
      return lock
    } catch {
      throw StorageError(locking: path, error)
    }
  }
}
