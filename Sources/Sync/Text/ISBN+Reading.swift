import Catalogue

extension ISBN {
  /// Reads an ISBN-10 or ISBN-13 as sources write them: hyphens and spaces do not count, `x` is
  /// `X`.
  /// - Parameter bytes: ASCII text.
  /// - Returns: nil for anything that is not a whole, valid ISBN.
  init?(reading bytes: some Sequence<UInt8>) {
    var digits = 0
    var number: UInt64 = 0
    var sum: UInt64 = 0
    var hasX = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard !hasX, digits < 13 else { return nil }
        let digit = UInt64(byte - UInt8(ascii: "0"))
        if digits < 10 { sum += digit * UInt64(10 - digits) }
        number = number * 10 + digit
        digits += 1
      case UInt8(ascii: "X"), UInt8(ascii: "x"):
        guard digits == 9, !hasX else { return nil }
        hasX = true
        sum += 10
        number *= 10
        digits += 1
      case UInt8(ascii: "-"), UInt8(ascii: " "): continue
      default: return nil
      }
    }
    switch digits {
    case 13: self.init(number: number)
    case 10 where sum % 11 == 0: self.init(isbn10Body: number / 10)
    default: return nil
    }
  }

  /// Reads an ISBN that a file holds as a number: an ISBN-10 has then lost its leading zeros.
  init?(reading number: Int64) {
    guard number > 0, number < 10_000_000_000_000 else { return nil }
    if number >= 1_000_000_000_000 {
      self.init(number: UInt64(number))
    } else {
      guard number < 10_000_000_000 else { return nil }
      let text = String(number)
      self.init(reading: (String(repeating: "0", count: 10 - text.utf8.count) + text).utf8)
    }
  }

  private init?(isbn10Body body: UInt64) {
    let first12 = 978_000_000_000 + body
    var sum: UInt64 = 0
    var rest = first12
    for position in 0..<12 {
      sum += rest % 10 * (position % 2 == 0 ? 3 : 1)
      rest /= 10
    }
    self.init(number: first12 * 10 + (10 - sum % 10) % 10)
  }
}
