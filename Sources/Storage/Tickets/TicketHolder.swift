import Glibc

/// A run that holds tickets, and shows by a lock that it lives.
///
/// A holder is a random number. While it lives, the byte at that place of the lock file is locked,
/// and the kernel drops the lock with the process however it ends, so a killed process holds nobody
/// up. It is a lock of the open file (`F_OFD_SETLK`, fcntl(2)): a plain POSIX lock would go as soon as
/// any other descriptor of the file is closed in this process.
public final class TicketHolder: Sendable {
  /// Which holder this is, in the column `holder` of its tickets.
  public let number: Int64
  let file: Int32

  /// Begins to hold.
  /// - Parameter lockPath: the library's lock file, `Database.lockPath`.
  /// - Throws: a `StorageError` when the file cannot be opened or locked.
  public convenience init(lockPath: String) throws(StorageError) {
    var generator = SystemRandomNumberGenerator()
    try self.init(lockPath: lockPath, using: &generator)
  }

  init(
    lockPath: String, using generator: inout some RandomNumberGenerator
  ) throws(StorageError) {
    let file = try LockFile.open(lockPath)
    while true {
      let number = Int64(generator.next() >> 2) + 1
      var region = Self.region(of: number, F_WRLCK)
      if fcntl(file, Self.setLock, &region) == 0 {
        self.number = number
        self.file = file
        return
      }
      let code = errno
      // Another holder has this number, or a signal came: take another one.
      if code == EAGAIN || code == EACCES || code == EINTR { continue }
      close(file)
      throw LockFile.failure(code, at: lockPath)
    }
  }

  deinit { close(file) }

  /// Whether a holder lives, in this process or another. One that cannot be asked about counts as
  /// alive: its leases run out by themselves.
  public func isAlive(_ holder: Int64) -> Bool {
    holder == number || Self.isLocked(holder, in: file)
  }

  /// Whether a holder lives, for programs that hold nothing.
  /// - Parameters:
  ///   - holder: the number in the column `holder`.
  ///   - lockPath: the library's lock file.
  /// - Returns: false also when there is no lock file: then nobody can hold a lock.
  public static func isAlive(_ holder: Int64, lockPath: String) -> Bool {
    let file = open(lockPath, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return errno != ENOENT }
    defer { close(file) }
    return isLocked(holder, in: file)
  }

  // From fcntl.h; Swift imports these only with _GNU_SOURCE.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  private static func isLocked(_ holder: Int64, in file: Int32) -> Bool {
    guard holder > 0 else { return false }
    var region = region(of: holder, F_RDLCK)
    guard fcntl(file, getLock, &region) == 0 else { return true }
    return region.l_type != Int16(F_UNLCK)
  }

  private static func region(of holder: Int64, _ type: Int32) -> flock {
    var region = flock()
    region.l_type = Int16(type)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = off_t(holder)
    region.l_len = 1
    return region
  }
}
