import Glibc

/// A file without content, on which programs meet by locks.
public enum LockFile {
  /// Opens the file, and makes it with mode 0600 where it is missing.
  /// - Returns: a descriptor that is closed when another program is started from this one.
  /// - Throws: a `PlacementError`; `notRegular` when it is not a regular file with one name.
  public static func open(_ path: String) throws(PlacementError) -> Int32 {
    let opened = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw errno == ELOOP ? .notRegular : .system(.last)
    }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1
    else {
      close(opened)
      throw .notRegular
    }
    return opened
  }
}
