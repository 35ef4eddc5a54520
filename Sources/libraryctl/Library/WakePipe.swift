import Glibc

/// Wakes a thread that waits for files: whoever wakes writes a byte. From any thread, and from signal
/// handlers by the descriptor.
final class WakePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws(CommandError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandError(
        .failed, "cannot make a pipe: \(String(cString: strerror(errno)))",
        hint: "close some files or programs")
    }
    readEnd = ends[0]
    writeEnd = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes. A full pipe has woken the reader already.
  func wake() {
    var byte: UInt8 = 0
    write(writeEnd, &byte, 1)
  }

  /// Takes out what was written.
  /// - Returns: whether a byte was there that is not `wake`'s.
  func drain() -> Bool {
    var isOther = false
    var bytes: [UInt8] = Array(repeating: 0, count: 512)
    while true {
      let count = read(readEnd, &bytes, bytes.count)
      if count <= 0 { return isOther }
      isOther = isOther || bytes.prefix(count).contains { $0 != 0 }
    }
  }
}
