import Glibc

/// A file that is written beside its place and put there when it is whole: what stood there before
/// is replaced at once or not at all.
final class DraftFile {
  private let path: String
  private let draft: String
  private var descriptor: Int32

  /// Begins the file.
  /// - Parameters:
  ///   - path: its place.
  ///   - mode: who may read and write it; the user's umask takes from it.
  init(for path: String, mode: mode_t) throws(SystemError) {
    self.path = path
    // Not by the process's number alone: what a killed one left must not be in the way of another.
    draft = "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(draft)
  }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        throw SystemError(code: errno)
      }
    }
  }

  /// Puts the file in its place, after it is on the disk.
  /// - Parameter replacing: whether it may take the place of a file that is there.
  /// - Throws: EEXIST for a file that somebody else has put there meanwhile.
  func finish(replacing: Bool) throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(code: errno) }
    if replacing {
      guard rename(draft, path) == 0 else { throw SystemError(code: errno) }
    } else if link(draft, path) == 0 {
      unlink(draft)
    } else if errno == EEXIST {
      throw SystemError(code: EEXIST)
    } else if access(path, F_OK) == 0 || rename(draft, path) != 0 {
      // A file system without links.
      throw SystemError(code: errno == 0 ? EEXIST : errno)
    }
    close(descriptor)
    descriptor = -1
  }
}
