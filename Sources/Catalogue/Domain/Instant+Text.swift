extension Instant: LosslessStringConvertible {
  /// The moment as RFC 3339 has it, in UTC with milliseconds: `2026-11-30T07:00:00.123Z`.
  public var description: String {
    let milliseconds = rawValue.quotient(floor: 86_400_000)
    let day = CivilDate(days: milliseconds.quotient)
    let time = Int(milliseconds.remainder)
    guard (0...9999).contains(day.year) else { return day.description + Self.text(time: time) }
    // Written digit by digit: each row of a book has several of them.
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var writer = DigitWriter(buffer: buffer)
      writer.write(day.year, digits: 4)
      writer.write(UInt8(ascii: "-"))
      writer.write(day.month, digits: 2)
      writer.write(UInt8(ascii: "-"))
      writer.write(day.day, digits: 2)
      writer.write(time: time)
      return writer.count
    }
  }

  /// What follows the day.
  private static func text(time: Int) -> String {
    String(unsafeUninitializedCapacity: 14) { buffer in
      var writer = DigitWriter(buffer: buffer)
      writer.write(time: time)
      return writer.count
    }
  }

  /// Reads `YYYY-MM-DDTHH:MM:SS`, perhaps with a fraction, then `Z` or an offset. A space may stand
  /// for the T, and no zone means UTC, as SQLite's functions write it. What is finer than a
  /// millisecond is cut off.
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, let day = CivilDate(text: bytes[..<10]),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = Self.number(bytes[11..<13]), hour < 24,
      let minute = Self.number(bytes[14..<16]), minute < 60,
      let second = Self.number(bytes[17..<19]), second < 61
    else { return nil }
    var rest = bytes[19...]
    var millisecond: Int64 = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      let fraction = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard !fraction.isEmpty, fraction.count <= 18 else { return nil }
      for position in 0..<3 {
        let digit = position < fraction.count ? fraction[fraction.startIndex + position] : 0x30
        millisecond = millisecond * 10 + Int64(digit - 0x30)
      }
      rest = rest.dropFirst(fraction.count)
    }
    guard let offset = Self.offset(rest) else { return nil }
    let seconds = (day.days * 24 + hour) * 3600 + minute * 60 + second - offset * 60
    self.init(rawValue: seconds * 1000 + millisecond)
  }

  /// Minutes east of Greenwich.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
    guard let sign = text.first else { return 0 }
    let rest = Array(text.dropFirst())
    if sign | 0x20 == UInt8(ascii: "z") { return rest.isEmpty ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), rest.count == 5,
      rest[2] == UInt8(ascii: ":"), let hours = number(rest[..<2]), hours < 24,
      let minutes = number(rest[3...]), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }
}

/// Writes numbers with a fixed count of digits.
private struct DigitWriter {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func write(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  mutating func write(_ number: Int, digits: Int) {
    var rest = number
    for position in stride(from: count + digits - 1, through: count, by: -1) {
      buffer[position] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
      rest /= 10
    }
    count += digits
  }

  /// Writes `THH:MM:SS.mmmZ`.
  /// - Parameter time: milliseconds since midnight.
  mutating func write(time: Int) {
    write(UInt8(ascii: "T"))
    write(time / 3_600_000, digits: 2)
    write(UInt8(ascii: ":"))
    write(time / 60_000 % 60, digits: 2)
    write(UInt8(ascii: ":"))
    write(time / 1000 % 60, digits: 2)
    write(UInt8(ascii: "."))
    write(time % 1000, digits: 3)
    write(UInt8(ascii: "Z"))
  }
}

extension Int64 {
  /// Division whose remainder is never negative.
  fileprivate func quotient(floor divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
