import Glibc

/// Reads files as a whole, within a bound.
public enum WholeFile {
  /// The bytes of a file.
  /// - Parameters:
  ///   - path: the file. A pipe is not waited for.
  ///   - limit: the most bytes that it may have.
  /// - Throws: a `SystemError`; `EFBIG` when the file has more bytes than that.
  public static func bytes(at path: String, atMost limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    let bytes = try bytes(of: descriptor, atMost: limit + 1)
    guard bytes.count <= limit else { throw SystemError(code: EFBIG) }
    return bytes
  }

  /// The next bytes of an open file.
  /// - Parameter limit: how many at most; when so many come, there may be more.
  /// - Throws: a `SystemError`.
  public static func bytes(
    of descriptor: Int32, atMost limit: Int
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(limit - bytes.count, max(4096, bytes.count))
      var got = 0
      var code: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        got = Glibc.read(descriptor, buffer.baseAddress, wanted)
        code = errno
        count = max(0, got)
      }
      if got < 0, code == EINTR { continue }
      // mutant closed-stdin:
      //   `guard got >= 0 else { throw SystemError(code: code) }`
      //   -> `guard got >= 0 else { break }` (StreamTests)
      guard got >= 0 else { throw SystemError(code: code) }
      if got == 0 { break }
      bytes += piece
    }
    return bytes
  }
}
