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
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Failure(path: path, code: errno)
    }
    sync(parentOf: path)
  }

  /// A new directory survives a power loss only when the one that holds it was synced.
  private static func sync(parentOf path: String) {
    let slash = path.lastIndex(of: "/")
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let directory = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    // A file system that cannot sync a directory (EINVAL) keeps it in its own way.
    fsync(directory)
    close(directory)
  }
}
