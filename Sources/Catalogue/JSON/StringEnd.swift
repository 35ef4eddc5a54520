/// Where a JSON string ends, and what one look at its bytes tells.
struct StringEnd {
  /// The place of the closing quote; nil: there is none.
  let quote: Int?
  /// Whether the string holds neither escapes nor control characters.
  let isPlain: Bool

  /// - Parameters:
  ///   - bytes: the text.
  ///   - start: behind the opening quote.
  ///   - end: where the text ends; not behind the bytes.
  init(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
    var isPlain = true
    var index = start
    while true {
      index = Self.skipOrdinary(in: bytes, from: index, to: end)
      guard index < end else { break }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        self.init(quote: index, isPlain: isPlain)
        return
      case UInt8(ascii: "\\"):
        isPlain = false
        index += 2
      case 0..<0x20:
        isPlain = false
        index += 1
      default: index += 1
      }
    }
    self.init(quote: nil, isPlain: isPlain)
  }

  private init(quote: Int?, isPlain: Bool) {
    self.quote = quote
    self.isPlain = isPlain
  }

  /// Goes on by eight bytes at once, up to a quote, a backslash, a control character or the last few
  /// bytes.
  @inline(__always)
  private static func skipOrdinary(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highest = ones &* 0x80
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index + 8 <= end {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      // The first byte that is marked is one of those; behind it a borrow may mark others.
      let marks =
        ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
        // mutant control-in-string: `| ((word &- (ones &* 0x20)) & ~word)` -> `` (JSONReaderTests)
        | ((word &- (ones &* 0x20)) & ~word)
      let found = marks & highest
      guard found == 0 else { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    return index
  }
}
