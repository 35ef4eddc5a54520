import CSQLite
import Files
import Glibc
import Migrations

extension Database {
  /// Makes the library what a backup is, for every program that uses it: in one transaction, all of
  /// it or nothing.
  ///
  /// The backup is checked and brought up to date in a copy first. Numbers that were given since are
  /// not given again, and every account begins a new epoch, so that nothing that is under way now
  /// reaches the restored books.
  /// - Parameters:
  ///   - path: the backup; it is only read.
  ///   - isTrial: stops before the library would be replaced.
  ///   - isStopped: asked while the backup is checked and copied; then nothing is changed.
  /// - Throws: a `StorageError`: `missing`, `notOurs`, `newerSchema`, `foreignObject`, `corrupt`,
  ///   `locked` and what writing may throw. The library is as it was then.
  /// - Complexity: O(both files) time, little memory.
  public func restore(
    from path: String, isTrial: Bool = false, until isStopped: @escaping () -> Bool = { false }
  ) throws {
    let draft = try scratchCopy()
    defer { draft.discard() }
    try Self.copy(path, to: draft.path, until: isStopped)
    let copy = try Database.open(at: draft.path, access: .writing(create: false))
    defer { copy.close() }
    try withWriter { connection in
      let lock = connection.writeLock
      try lock?.acquire(within: connection.busyTimeout)
      defer { lock?.release() }
      let counters = try RestoredCounters(connection)
      try copy.withWriter { source in
        try source.write { try counters.apply(to: source) }
        _ = try source.string("PRAGMA journal_mode = delete")
        if !isTrial { try connection.replaceAll(with: source, until: isStopped) }
      }
    }
    _ = try emptyLog()
  }

  /// An empty file beside the library, which is never put in a place.
  private func scratchCopy() throws(StorageError) -> DraftFile {
    do throws(PlacementError) {
      return try DraftFile(
        Placement(databasePath, replaces: true, mode: 0o600, sparing: .nothing))
    } catch {
      throw StorageError(writing: databasePath, error)
    }
  }

  private static func copy(
    _ path: String, to copy: String, until isStopped: @escaping () -> Bool
  ) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw StorageError(
        errno == ENOENT ? .missing : .cannotOpen, "there is no backup to restore", at: path,
        because: String(cString: strerror(errno)), remedy: "check the path")
    }
    // As it is: what `open` does to an older library must not happen to the backup.
    let connection = try Connection(path: path, mode: .readOnly)
    do {
      _ = try DatabaseIdentity(of: connection, newest: Migrations.all.count)
      let answer = try connection.interrupted(when: isStopped) {
        try connection.string("PRAGMA quick_check(1)")
      }
      guard answer == "ok" else {
        throw StorageError(
          .corrupt, "the backup is damaged", at: path, because: answer,
          remedy: "restore an older backup")
      }
      try connection.copyAll(to: copy, until: isStopped)
    } catch let error as StorageError {
      guard let code = error.code, code & 0xFF == SQLITE_NOTADB else { throw error }
      throw StorageError(
        .notOurs, "this is no backup of a library", at: path, because: "it is no SQLite database",
        remedy: "name another file", code: code)
    }
  }
}
