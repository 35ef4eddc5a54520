import Glibc

/// A lock on one byte of an open file, by which a process shows that it is alive: the kernel drops it
/// with the process, however that ends.
///
/// It is a lock of the open file (`F_OFD_SETLK`, fcntl(2)): a plain POSIX lock would go as soon as any
/// other descriptor of the file is closed in this process. The byte need not exist.
public enum ByteLock {
  /// What a lock shuts out.
  public enum Kind {
    /// Nothing but `exclusive` ones.
    case shared
    /// Every other lock; the file must be open for writing.
    case exclusive
  }

  // From fcntl.h; Swift imports these only with _GNU_SOURCE.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  /// Takes a lock if no other one is in its way.
  /// - Returns: whether it is held now.
  /// - Throws: a `SystemError` when the file system has no such locks, for example.
  public static func tryLock(
    _ byte: Int64, of descriptor: Int32, _ kind: Kind
  ) throws(SystemError) -> Bool {
    var region = region(byte, kind)
    while fcntl(descriptor, setLock, &region) != 0 {
      let code = errno
      if code == EAGAIN || code == EACCES { return false }
      if code != EINTR { throw SystemError(code: code) }
    }
    return true
  }

  /// Whether another open file, in this process or another one, has an exclusive lock on a byte.
  /// - Throws: a `SystemError` when that cannot be known.
  public static func isLocked(_ byte: Int64, of descriptor: Int32) throws(SystemError) -> Bool {
    var region = region(byte, .shared)
    guard fcntl(descriptor, getLock, &region) == 0 else { throw .last }
    return region.l_type != Int16(F_UNLCK)
  }

  private static func region(_ byte: Int64, _ kind: Kind) -> flock {
    var region = flock()
    region.l_type = Int16(kind == .exclusive ? F_WRLCK : F_RDLCK)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = off_t(byte)
    region.l_len = 1
    return region
  }
}
