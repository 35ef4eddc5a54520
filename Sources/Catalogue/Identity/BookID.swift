/// A book's stable identity: a UUID of version 7 (RFC 9562), kept as two machine words.
///
/// IDs made later sort later, so that new rows go to the end of an index.
public struct BookID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// Makes an ID from its two halves, as they stand in the UUID's text from left to right.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Makes an ID for a moment.
  /// - Parameters:
  ///   - milliseconds: the time since 1970-01-01 in milliseconds; its lower 48 bits are used.
  ///   - generator: the source of the other 74 bits.
  public init(milliseconds: UInt64, using generator: inout some RandomNumberGenerator) {
    let random: UInt64 = generator.next()
    high = milliseconds << 16 | 0x7000 | random & 0x0FFF
    low = 0x8000_0000_0000_0000 | generator.next() & 0x3FFF_FFFF_FFFF_FFFF
  }
}

extension BookID: Comparable {
  public static func < (left: BookID, right: BookID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension BookID: LosslessStringConvertible {
  /// Reads the 36 characters of a UUID; nil for anything else.
  public init?(_ text: String) {
    var text = text
    let halves = text.withUTF8 { bytes -> (UInt64, UInt64)? in
      guard bytes.count == 36 else { return nil }
      var words: (UInt64, UInt64) = (0, 0)
      var digits = 0
      for (position, byte) in bytes.enumerated() {
        if position == 8 || position == 13 || position == 18 || position == 23 {
          guard byte == UInt8(ascii: "-") else { return nil }
          continue
        }
        guard let digit = Hexadecimal.value(of: byte) else { return nil }
        if digits < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
        digits += 1
      }
      return words
    }
    guard let halves else { return nil }
    self.init(high: halves.0, low: halves.1)
  }

  /// The UUID in lower case with hyphens.
  public var description: String {
    String(unsafeUninitializedCapacity: 36) { buffer in
      var digit = 0
      for position in 0..<36 {
        if position == 8 || position == 13 || position == 18 || position == 23 {
          buffer[position] = UInt8(ascii: "-")
          continue
        }
        let word = digit < 16 ? high : low
        buffer[position] = Hexadecimal.digit(of: word >> UInt64(60 - digit % 16 * 4) & 0xF)
        digit += 1
      }
      return 36
    }
  }
}
