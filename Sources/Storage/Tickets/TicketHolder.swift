import Files
import Glibc

/// A run that holds tickets, and shows by a lock that it lives.
///
/// A holder is a random number. While it lives, the byte at that place of the lock file is locked,
/// and the kernel drops the lock with the process however it ends, so a killed process holds nobody
/// up (see `ByteLock`).
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
    let file: Int32
    do throws(PlacementError) {
      file = try LockFile.open(lockPath)
    } catch {
      throw StorageError(locking: lockPath, error)
    }
    do throws(SystemError) {
      var number: Int64
      // Another holder may have the number: then take another one.
      repeat {
        number = Int64(generator.next() >> 2) + 1
      } while try !ByteLock.tryLock(number, of: file, .exclusive)
      self.number = number
      self.file = file
    } catch {
      close(file)
      throw StorageError(locking: lockPath, error)
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

  private static func isLocked(_ holder: Int64, in file: Int32) -> Bool {
    guard holder > 0 else { return false }
    return (try? ByteLock.isLocked(holder, of: file)) ?? true
  }
}
