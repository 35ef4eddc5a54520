import Glibc

extension Connection {
  /// Puts the file into the journal mode that its file system bears: WAL on a local one, DELETE
  /// where several machines may write (https://www.sqlite.org/wal.html, "noshm").
  /// - Parameter patience: how long to wait for other programs, which must not have it open then.
  func prepareFile(
    on fileSystem: FileSystem, within patience: Duration
  ) throws(StorageError) {
    let wanted = fileSystem == .local ? "wal" : "delete"
    guard try string("PRAGMA journal_mode") != wanted else { return }
    try writeLock?.acquire(within: patience)
    defer { writeLock?.release() }
    // This change needs the file for itself and does not always wait by itself.
    let end = ContinuousClock.now + patience
    while true {
      do throws(StorageError) {
        let mode = try string("PRAGMA journal_mode = \(wanted)")
        guard mode != wanted else { return }
        throw StorageError(
          .cannotOpen, "the database cannot be used here", at: path,
          because: "its journal mode stays \(mode)", remedy: "move it to a local disk")
      } catch {
        guard error.kind == .locked, ContinuousClock.now < end else { throw error }
        usleep(UInt32.random(in: 500...5_000))
      }
    }
  }
}
