/// Tells a row from another row that once had the same number: a random value that is new for every
/// row made and for every removal.
public struct Incarnation: Hashable, Sendable {
  public let value: UInt64

  public init(value: UInt64) { self.value = value }
}

extension Incarnation: LosslessStringConvertible {
  /// Reads sixteen hexadecimal digits; nil for anything else.
  public init?(_ text: String) {
    var word: UInt64 = 0
    guard text.utf8.count == 16 else { return nil }
    for byte in text.utf8 {
      guard let digit = Hexadecimal.value(of: byte) else { return nil }
      word = word << 4 | digit
    }
    value = word
  }

  /// Sixteen hexadecimal digits in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: 16) { buffer in
      for position in 0..<16 {
        buffer[position] = Hexadecimal.digit(of: value >> UInt64(60 - position * 4) & 0xF)
      }
      return 16
    }
  }
}
