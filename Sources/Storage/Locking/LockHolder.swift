import CSQLite
import Files
import Glibc

/// The process that holds a lock, as far as the system tells (proc(5), /proc/locks).
enum LockHolder {
  /// - Parameter path: the database.
  /// - Returns: `sqlite3, process 4711` for who writes to it; nil when nobody does any more, or the
  ///   system does not say.
  static func describe(ofDatabase path: String) -> String? {
    // A writer holds byte 120 of the shared memory (https://www.sqlite.org/walformat.html, 2.3); a
    // writer of this program, the whole lock file too.
    let process =
      find(path + "-shm") { $0[1] == "POSIX" && $0[6] == "120" }
      ?? find(path + ".lock") { $0[1] == "FLOCK" }
    guard let process, process != getpid() else { return nil }
    let comm = read("/proc/\(process)/comm").split(separator: "\n")  // lint: line feeds only
    let name = comm.first ?? "a program"
    return "\(name), process \(process)"
  }

  /// As the other one, for the lock file of a database.
  static func describe(ofLock path: String) -> String? {
    path.hasSuffix(".lock") ? describe(ofDatabase: String(path.dropLast(5))) : nil
  }

  private static func find(_ path: String, _ isIt: ([Substring]) -> Bool) -> pid_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return find(status, in: read("/proc/locks"), isIt)
  }

  /// The process that holds a lock on a file for writing.
  /// - Parameters:
  ///   - locks: the text of /proc/locks.
  ///   - isIt: whether the words of a line are those of the lock that is meant.
  static func find(
    _ file: stat, in locks: String, _ isIt: ([Substring]) -> Bool
  ) -> pid_t? {
    // Files of two disks may have one inode number; the device is in hexadecimal.
    let identity =
      [
        csqlite_device_major(file.st_dev), csqlite_device_minor(file.st_dev),
      ].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
      + ":\(file.st_ino)"
    // number: kind mode access process device:inode start end; those that wait have an arrow.
    for line in locks.split(separator: "\n") {  // lint: line feeds only
      let words = line.split(separator: " ")
      // mutant lock-of-other-disk: `words[5] == identity` -> `words[5].hasSuffix(":\(file.st_ino)")` (LockHolderTests)
      guard words.count == 8, words[3] == "WRITE", words[5] == identity, isIt(words) else {
        continue
      }
      return pid_t(words[4])
    }
    return nil
  }

  private static func read(_ path: String) -> String {
    let bytes = try? WholeFile.bytes(at: path, atMost: 1 << 20)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
