/// JSON whose text is in another character set than UTF-8.
enum ForeignJSON {
  /// The bytes in UTF-8: strings that are not are read as Windows-1252, one by one.
  /// - Returns: nil when all is UTF-8 already.
  static func mended(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8]? {
    guard !isUTF8(bytes[range]) else { return nil }
    var mended: [UInt8] = []
    mended.reserveCapacity(range.count + range.count / 8)
    var start = range.lowerBound
    // A quote and a backslash are the same byte in either set.
    while start < range.upperBound {
      let end =
        bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: "\""))
        .map { $0 + 1 } ?? range.upperBound
      let part = bytes[start..<end]
      if isUTF8(part) {
        mended += part
      } else {
        mended += Array(Windows1252.decode(part).utf8)
      }
      start = end
    }
    return mended
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
  }
}
