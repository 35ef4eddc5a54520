import Glibc

/// A file that is written beside its place and put there whole, or not at all.
struct NewFile {
  /// Where it is written.
  let temporaryPath: String
  private let path: String

  /// Makes an empty file of mode 0600 beside a path.
  init(for path: String) throws(StorageError) {
    self.path = path
    var template = Array((path + ".XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw Self.failure(errno, at: path) }
    close(file)
    temporaryPath = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Puts the file in its place when all of it is on disk.
  /// - Parameter replacing: whether it may take the place of a file that is there.
  func commit(replacing: Bool) throws(StorageError) {
    try sync(temporaryPath, O_RDONLY)
    if replacing {
      guard rename(temporaryPath, path) == 0 else { throw Self.failure(errno, at: path) }
    } else {
      // A link is never made over a file that came meanwhile; a rename would replace it.
      guard link(temporaryPath, path) == 0 else { throw Self.failure(errno, at: path) }
      unlink(temporaryPath)
    }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    try sync(directory, O_RDONLY | O_DIRECTORY)
  }

  /// Takes it away, with what SQLite keeps beside it.
  func discard() {
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] { unlink(temporaryPath + suffix) }
  }

  private func sync(_ name: String, _ flags: Int32) throws(StorageError) {
    let file = open(name, flags | O_CLOEXEC)
    guard file >= 0 else { throw Self.failure(errno, at: name) }
    defer { close(file) }
    // A file system that cannot sync a directory (EINVAL) keeps it in its own way.
    guard fsync(file) == 0 || errno == EINVAL else { throw Self.failure(errno, at: name) }
  }

  private static func failure(_ code: Int32, at path: String) -> StorageError {
    let kind: StorageError.Kind =
      switch code {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS: .readOnly
      case EIO: .io
      default: .cannotOpen
      }
    return StorageError(
      kind, "cannot write the file", at: path, because: String(cString: strerror(code)),
      remedy: code == EEXIST
        ? "name another file, or allow it to be replaced"
        : "make its directory writable and free some space, or name another file")
  }
}
