import Glibc

/// Standard output, written in large pieces, and what is said beside it, in its place.
final class BufferedOutput {
  /// The reader went away; what is written now reaches nobody.
  struct Closed: Error {}

  private let descriptor: Int32
  private let say: (String) -> Void
  private var buffer: [UInt8] = []
  /// What is held back; nil: nothing is.
  private var held: Spool?
  /// What is to be said when what is held back is written.
  private var asides: [String] = []
  /// Why a write failed where nobody could be told.
  private var failure: (any Error)?
  private static let capacity = 64 * 1024

  /// How many bytes are in memory.
  var bytesInMemory: Int { buffer.count + (held?.bytesInMemory ?? 0) }

  /// - Parameter say: writes a line beside the data.
  init(descriptor: Int32, say: @escaping (String) -> Void = Console.standardError) {
    self.descriptor = descriptor
    self.say = say
  }

  /// Adds text, and writes what has gathered when it is much.
  /// - Throws: `Closed` when nobody reads any more, `CommandError` when the device is full.
  func write(_ text: String) throws {
    try write { $0.append(contentsOf: text.utf8) }
  }

  /// Lets a closure add bytes to what is written next.
  func write(_ append: (inout [UInt8]) -> Void) throws {
    if let held { return try held.write(append) }
    append(&buffer)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Says a line beside the data, after what was written before it. What is held back holds it back
  /// too.
  /// - Parameter atOnce: says it now, whatever becomes of what is held back.
  func aside(_ line: String, atOnce: Bool = false) {
    if held != nil {
      // mutant note-waits-for-commit:
      //   `if atOnce { say(line) } else { asides.append(line) }`
      //   -> `say(line)` (BufferedOutputTests)
      if atOnce { say(line) } else { asides.append(line) }
      return
    }
    // The next write tells the error.
    // mutant late-write-error:
    //   `do { try flush() } catch { failure = error }` -> `try? flush()` (BufferedOutputTests)
    do { try flush() } catch { failure = error }
    say(line)
  }

  /// Keeps back what `body` writes and says until it has succeeded, and drops it when it has not:
  /// nobody is told of a change that was not committed. Memory does not grow with what is written.
  func held<R>(_ body: () throws -> R) throws -> R {
    try flush()
    let held = Spool()
    self.held = held
    let result: R
    do {
      result = try body()
    } catch {
      self.held = nil
      asides.removeAll()
      throw error
    }
    self.held = nil
    do {
      try held.forEachPiece { piece in try write { $0 += piece } }
    } catch {
      // It has succeeded, and what is said of that is said. The next write tells the error.
      failure = error
    }
    for line in asides { aside(line) }
    asides.removeAll()
    return result
  }

  /// Writes what has gathered.
  func flush() throws {
    if let failure {
      self.failure = nil
      throw failure
    }
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
