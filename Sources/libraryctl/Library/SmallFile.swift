import Glibc

/// A file that is read as a whole.
enum SmallFile {
  /// The first bytes of an open file.
  /// - Parameter limit: how many at most; when so many come, there may be more.
  static func bytes(of descriptor: Int32, atMost limit: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, limit - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw SystemError(code: errno) }
      if got == 0 { break }
      count += got
    }
    bytes.removeSubrange(count...)
    return bytes
  }
}
