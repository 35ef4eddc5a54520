import Glibc

/// Reads a file line by line in one pass, with one buffer.
struct LineReader {
  /// The longest line that is handed out; a longer one is skipped.
  static let longestLine = 1 << 20
  private static let bufferSize = longestLine + 1

  /// Hands out each line without its line feed.
  /// - Parameters:
  ///   - descriptor: an open file; its own position is neither used nor moved.
  ///   - body: gets the buffer, where the line stands in it (nil: too long), and the line's offset
  ///     in the file.
  /// - Returns: nil, or the `errno` of the read that failed.
  static func forEachLine(
    of descriptor: Int32, _ body: ([UInt8], Range<Int>?, Int64) -> Void
  ) -> Int32? {
    var buffer = [UInt8](repeating: 0, count: bufferSize)
    var filled = 0
    var bufferOffset: Int64 = 0
    var isSkipping = false
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes -> Int in
        guard let base = bytes.baseAddress else { return 0 }
        while true {
          let count = pread(
            descriptor, base + filled, bytes.count - filled, off_t(bufferOffset) + off_t(filled))
          if count >= 0 || errno != EINTR { return count }
        }
      }
      if count < 0 { return errno }
      if count == 0 {
        if filled > 0, !isSkipping { body(buffer, 0..<filled, bufferOffset) }
        return nil
      }
      let searched = filled
      filled += count
      var lineStart = 0
      var searchFrom = searched
      while let lineEnd = buffer[searchFrom..<filled].firstLineFeed {
        if isSkipping {
          isSkipping = false
        } else {
          body(buffer, lineStart..<lineEnd, bufferOffset + Int64(lineStart))
        }
        lineStart = lineEnd + 1
        searchFrom = lineStart
      }
      let rest = filled - lineStart
      if isSkipping {
        bufferOffset += Int64(filled)
        filled = 0
      } else if rest == bufferSize {
        body(buffer, nil, bufferOffset)
        isSkipping = true
        bufferOffset += Int64(filled)
        filled = 0
      } else {
        if lineStart > 0, rest > 0 {
          buffer.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = memmove(base, base + lineStart, rest)
          }
        }
        bufferOffset += Int64(lineStart)
        filled = rest
      }
    }
  }

  /// Whether a file begins as JSON Lines do, with a brace behind blanks and a byte order mark. An
  /// empty one does.
  static func beginsAsJSON(_ descriptor: Int32) -> Bool {
    var offset: off_t = 0
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = pread(descriptor, &buffer, buffer.count, offset)
      if count < 0, errno == EINTR { continue }
      // Who reads the file finds out why it cannot be read.
      if count <= 0 { return true }
      var read = buffer[..<count]
      if offset == 0, read.starts(with: [0xEF, 0xBB, 0xBF]) { read = read.dropFirst(3) }
      if let first = read.first(where: { $0 > 0x20 || $0 == 0 }) {
        return first == UInt8(ascii: "{")
      }
      offset += off_t(count)
    }
  }

  /// Counts the line feeds between two offsets.
  /// - Returns: nil when the bytes cannot be read, or are not there any more.
  static func lineFeeds(of descriptor: Int32, from start: Int64, to end: Int64) -> Int? {
    var count = 0
    var offset = start
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while offset < end {
      let wanted = Int(min(Int64(buffer.count), end - offset))
      let read = pread(descriptor, &buffer, wanted, off_t(offset))
      if read < 0, errno == EINTR { continue }
      if read <= 0 { return nil }
      count += buffer[..<read].count { $0 == 0x0A }
      offset += Int64(read)
    }
    return count
  }

  /// Reads the line that begins at an offset.
  /// - Returns: the line without its line feed; nil when it is too long, or cannot be read any
  ///   more.
  static func line(of descriptor: Int32, at offset: Int64) -> [UInt8]? {
    var capacity = 4096
    while true {
      var failure = false
      let read = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
        guard let base = buffer.baseAddress else { return }
        while filled < capacity {
          let count = pread(
            descriptor, base + filled, capacity - filled, off_t(offset) + off_t(filled))
          if count < 0, errno == EINTR { continue }
          if count < 0 { failure = true }
          if count <= 0 { return }
          filled += count
        }
      }
      if failure { return nil }
      if let end = read[...].firstLineFeed { return Array(read[..<end]) }
      if read.count < capacity { return read.count > longestLine ? nil : read }
      if capacity > longestLine { return nil }
      capacity = min(capacity * 8, longestLine + 1)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first line feed.
  fileprivate var firstLineFeed: Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else {
        return nil
      }
      return startIndex + (UnsafeRawPointer(found) - base)
    }
  }
}
