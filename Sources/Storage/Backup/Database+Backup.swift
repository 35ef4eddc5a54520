import Files

extension Database {
  /// Writes a copy of the whole library as it is at one moment, while others may write.
  ///
  /// The copy is a library of its own, mode 0600, on disk before it has its name.
  /// - Parameters:
  ///   - path: where to.
  ///   - replacing: whether a file that is there is replaced.
  ///   - isTrial: only looks whether it could be written there.
  ///   - isStopped: asked every few megabytes; then nothing is left behind.
  /// - Throws: a `StorageError`; of kind `cannotOpen` when the file is there and may not be replaced,
  ///   `protected` when it belongs to a library that is in use.
  /// - Complexity: O(file) time, little memory.
  public func backUp(
    to path: String, replacing: Bool = false, isTrial: Bool = false,
    until isStopped: () -> Bool = { false }
  ) throws {
    let place = Placement(
      path, replaces: replacing, mode: 0o600, keepsMode: false,
      sparing: .libraries(besides: databasePath, replacingCopies: true))
    do throws(PlacementError) {
      try place.check()
    } catch {
      throw StorageError(writing: path, error)
    }
    // mutant no-log-for-a-backup: `LibraryFiles.pendingChanges(of: path)` -> `nil as String?` (LibraryProtectionTests)
    if let log = LibraryFiles.pendingChanges(of: path) {
      throw StorageError(
        .cannotOpen, "cannot write the backup", at: path,
        because: "\(log) exists, and would be taken for changes of the backup",
        remedy: "name another file, or remove \(log) if you know that it is left over")
    }
    // mutant trial-backup: `if isTrial { return }` -> `` (DryRunTests)
    if isTrial { return }
    do {
      let draft = try DraftFile(place)
      try withReader { try $0.copyAll(to: draft.path, until: isStopped) }
      try draft.finish()
    } catch let error as PlacementError {
      throw StorageError(writing: path, error)
    }
  }
}
