import Glibc

/// The folder for temporary files: `TMPDIR`, or `/tmp`.
public enum TemporaryFolder {
  public static var path: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }
}

/// A directory of mode 0700 that goes away with this value, with the files in it.
public final class TemporaryDirectory: Sendable {
  public let path: String

  /// Makes the directory in the folder for temporary files.
  /// - Throws: a `SystemError`.
  public init() throws(SystemError) {
    var template = Array((TemporaryFolder.path + "/libraryctl-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .last }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in Folder.names(in: path, where: { _ in true }) { unlink(path + "/" + name) }
    rmdir(path)
  }
}

/// An empty file of mode 0600 without a name: it is gone when it is closed.
public enum UnnamedFile {
  /// Makes the file in the folder for temporary files.
  /// - Returns: a descriptor for reading and writing.
  /// - Throws: a `SystemError`.
  public static func open() throws(SystemError) -> Int32 {
    var template = Array((TemporaryFolder.path + "/libraryctl-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .last }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }
}
