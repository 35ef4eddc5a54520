import Glibc

extension Database {
  /// Writes a copy of the whole library as it is at one moment, while others may write.
  ///
  /// The copy is a library of its own, mode 0600, on disk before it has its name.
  /// - Parameters:
  ///   - path: where to.
  ///   - replacing: whether a file that is there is replaced.
  ///   - isTrial: only looks whether it could be written there.
  /// - Throws: a `StorageError`; of kind `cannotOpen` when the file is there and may not be replaced.
  /// - Complexity: O(file) time, little memory.
  public func backUp(to path: String, replacing: Bool = false, isTrial: Bool = false) throws {
    var status = stat()
    if lstat(path, &status) == 0 {
      guard replacing else {
        throw StorageError(
          .cannotOpen, "the file is there already", at: path, because: "a backup replaces nothing",
          remedy: "name another file, or say that it may be replaced")
      }
      guard status.st_mode & S_IFMT == S_IFREG, !isItself(status) else {
        throw StorageError(
          .cannotOpen, "cannot write the backup", at: path,
          because: isItself(status) ? "it is the library itself" : "it is not a regular file",
          remedy: "name another file")
      }
    }
    let file = try NewFile(for: path)
    if isTrial { return file.discard() }
    do {
      try withReader { try $0.copyAll(to: file.temporaryPath) }
      try file.commit(replacing: replacing)
    } catch {
      file.discard()
      throw error
    }
  }

  private func isItself(_ status: stat) -> Bool {
    var own = stat()
    return stat(databasePath, &own) == 0 && own.st_dev == status.st_dev
      && own.st_ino == status.st_ino
  }
}
