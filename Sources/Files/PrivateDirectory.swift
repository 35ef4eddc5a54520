import Glibc

/// A directory for the files of one user.
public enum PrivateDirectory {
  /// Why a directory could not be made.
  public struct Failure: Error {
    /// The directory, which may be one above the one that was asked for.
    public let path: String
    /// What the system says (errno).
    public let code: Int32

    /// What the system says, in words.
    public var cause: String { String(cString: strerror(code)) }
  }

  /// Makes a directory where there is none, and those above it that are missing, each with mode 0700
  /// and on disk.
  /// - Parameter path: absolute, or from the working directory.
  /// - Throws: a `Failure`.
  /// - Complexity: O(directories above).
  public static func make(_ path: String) throws(Failure) {
    guard access(path, F_OK) != 0, errno == ENOENT else { return }
    let folder = Folder.holding(path)
    if folder != "/" { try make(String(folder.dropLast())) }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Failure(path: path, code: errno)
    }
    do throws(SystemError) {
      // A new directory survives a power loss only when the one that holds it was synced.
      try Folder.sync(Folder.holding(path))
    } catch {
      throw Failure(path: path, code: error.code)
    }
  }
}
