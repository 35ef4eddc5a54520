import Glibc

/// Standard output, written in large pieces.
final class BufferedOutput {
  /// The reader went away; what is written now reaches nobody.
  struct Closed: Error {}

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isHeld = false
  private static let capacity = 64 * 1024

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Adds text, and writes what has gathered when it is much.
  /// - Throws: `Closed` when nobody reads any more, `CommandError` when the device is full.
  func write(_ text: String) throws {
    try write { $0.append(contentsOf: text.utf8) }
  }

  /// Lets a closure add bytes to what is written next.
  func write(_ append: (inout [UInt8]) -> Void) throws {
    append(&buffer)
    if buffer.count >= Self.capacity, !isHeld { try flush() }
  }

  /// Keeps back what `body` writes until it has succeeded, and drops it when it has not: nobody is
  /// told of a change that was not committed.
  func held<R>(_ body: () throws -> R) throws -> R {
    try flush()
    isHeld = true
    defer { isHeld = false }
    do {
      return try body()
    } catch {
      buffer.removeAll()
      throw error
    }
  }

  /// Writes what has gathered.
  func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    var start = 0
    while start < buffer.count {
      let written = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written >= 0 {
        start += written
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      case EPIPE: throw Closed()
      default:
        throw CommandError(
          .failed, "cannot write: \(String(cString: strerror(errno)))", in: "standard output",
          hint: "see whether the disk is full or the output is closed")
      }
    }
  }
}
