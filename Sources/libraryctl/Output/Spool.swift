import Files
import Glibc

/// Bytes that wait until it is known what becomes of them. The newest are in memory, the others in a
/// file without a name, which goes away with this value: memory does not grow with their number.
final class Spool {
  /// How much is gathered in memory before it goes to the file.
  static let capacity = 64 * 1024

  private var buffer: [UInt8] = []
  /// The length of the file.
  private var fileLength = 0
  private var descriptor: Int32 = -1

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  var isEmpty: Bool { buffer.isEmpty && fileLength == 0 }

  /// How many bytes are in memory.
  var bytesInMemory: Int { buffer.count }

  /// Lets a closure add bytes.
  /// - Throws: `CommandError` when the folder for temporary files has no room for them.
  func write(_ append: (inout [UInt8]) -> Void) throws(CommandError) {
    append(&buffer)
    // mutant spool-to-file: `guard buffer.count >= Self.capacity else { return }` -> `guard false else { return }` (SpoolTests|BufferedOutputTests)
    guard buffer.count >= Self.capacity else { return }
    if descriptor < 0 { descriptor = try Self.unnamedFile() }
    var start = 0
    while start < buffer.count {
      let written = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if written < 0, errno != EINTR { throw Self.failure("keep the answer", errno) }
      start += max(0, written)
    }
    fileLength += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with all bytes in their order, piece by piece.
  func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
    var offset = 0
    while offset < fileLength {
      var count = 0
      let piece = [UInt8](unsafeUninitializedCapacity: Self.capacity) { memory, initialized in
        repeat {
          count = pread(descriptor, memory.baseAddress, memory.count, off_t(offset))
        } while count < 0 && errno == EINTR
        initialized = max(0, count)
      }
      guard count > 0 else { throw Self.failure("read the answer again", count < 0 ? errno : EIO) }
      offset += count
      try body(piece)
    }
    if !buffer.isEmpty { try body(buffer) }
  }

  private static func unnamedFile() throws(CommandError) -> Int32 {
    var template = Array((folder + "/libraryctl-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure("make a temporary file", errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  private static var folder: String { Environment.value("TMPDIR") ?? "/tmp" }

  private static func failure(_ what: String, _ code: Int32) -> CommandError {
    CommandError(
      .failed, "cannot \(what): \(SystemError(code: code))", in: folder,
      hint: "set TMPDIR to a folder that can be written and has room")
  }
}
