import Glibc

/// The permissions of a file.
enum FileMode {
  /// - Returns: the bits of the mode; nil when there is no such file.
  static func of(_ path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
