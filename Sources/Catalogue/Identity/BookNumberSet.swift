/// A set of book numbers, which takes little room where they lie close together, as those of a library
/// do: about a bit a number.
public struct BookNumberSet: Hashable, Sendable {
  /// Bits for 64 numbers each, by the numbers' higher bits.
  private var words: [Int64: UInt64] = [:]

  public init() {}

  public var isEmpty: Bool { words.isEmpty }

  public func contains(_ number: BookNumber) -> Bool {
    guard let word = words[number.rawValue >> 6] else { return false }
    return word & Self.bit(number) != 0
  }

  public mutating func insert(_ number: BookNumber) {
    words[number.rawValue >> 6, default: 0] |= Self.bit(number)
  }

  private static func bit(_ number: BookNumber) -> UInt64 { 1 << UInt64(number.rawValue & 63) }
}

extension BookNumberSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral numbers: BookNumber...) {
    for number in numbers { insert(number) }
  }
}
