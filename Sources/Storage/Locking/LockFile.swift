import Glibc

/// The file `<database>.lock`. It has no content; programs meet in the locks on it.
enum LockFile {
  /// Opens the file, and makes it where it is missing.
  /// - Returns: a descriptor that is closed when a program is started from this one.
  /// - Throws: a `StorageError` when it cannot be opened or is no regular file with one name.
  static func open(_ path: String) throws(StorageError) -> Int32 {
    let opened = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw failure(errno, at: path) }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1
    else {
      close(opened)
      throw StorageError(
        .cannotOpen, "cannot lock the database", at: path,
        because: "the lock is not a regular file with one name",
        remedy: "remove it while no program uses the database")
    }
    return opened
  }

  static func failure(_ code: Int32, at path: String) -> StorageError {
    let kind: StorageError.Kind =
      switch code {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS, EACCES, EPERM: .readOnly
      case EIO: .io
      default: .cannotOpen
      }
    return StorageError(
      kind, "cannot lock the database", at: path, because: String(cString: strerror(code)),
      remedy: code == ELOOP ? "remove the link" : kind.remedy)
  }
}
