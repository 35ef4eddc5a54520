import Glibc

/// A file that is written beside its place and put there by renaming when it is whole: what stood
/// there before is replaced at once or not at all.
final class OutputFile {
  private let path: String
  private let draft: String
  private let replaces: Bool
  private var descriptor: Int32

  /// Begins the file.
  /// - Parameter replaces: whether a file that is there may be replaced.
  init(_ path: String, replaces: Bool) throws(CommandError) {
    self.path = path
    self.replaces = replaces
    draft = "\(path).\(getpid()).part"
    descriptor = -1
    var status = stat()
    if lstat(path, &status) == 0 {
      guard replaces else { throw Self.isThere(path) }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw CommandError(
          .failed, "cannot write: it is no file that could be replaced", in: path,
          hint: "name another file")
      }
    }
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.error(errno, path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(draft)
  }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw Self.error(errno, path)
      }
    }
  }

  /// Puts the file in its place, after it is on the disk.
  func finish() throws(CommandError) {
    guard fsync(descriptor) == 0 else { throw Self.error(errno, path) }
    if replaces {
      guard rename(draft, path) == 0 else { throw Self.error(errno, path) }
    } else if link(draft, path) == 0 {
      // A file that somebody else has put there meanwhile is not replaced unasked.
      unlink(draft)
    } else if errno == EEXIST {
      throw Self.isThere(path)
    } else if access(path, F_OK) == 0 || rename(draft, path) != 0 {
      // A file system without links.
      throw Self.error(errno == 0 ? EEXIST : errno, path)
    }
    close(descriptor)
    descriptor = -1
  }

  private static func isThere(_ path: String) -> CommandError {
    CommandError(
      .failed, "the file is there already", in: path,
      hint: "add --force to replace it, or name another")
  }

  private static func error(_ code: Int32, _ path: String) -> CommandError {
    let hint =
      switch code {
      case ENOENT: "make the folder first"
      case ENOSPC, EDQUOT: "make room on the disk, or name a file elsewhere"
      default: "check who may write there"
      }
    return CommandError(
      .failed, "cannot write: \(String(cString: strerror(code)))", in: path, hint: hint)
  }
}
