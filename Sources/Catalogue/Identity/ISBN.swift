/// A valid ISBN-13, the one form in which every ISBN is compared and stored.
///
/// A ten-digit ISBN is the same number with the prefix 978 and another check digit (ISO 2108), so
/// both are read into this type.
public struct ISBN: Hashable, Sendable, Comparable {
  /// The thirteen digits as a number.
  public let number: UInt64

  /// Makes an ISBN from thirteen digits.
  /// - Parameter number: thirteen digits that begin with 978 or 979.
  /// - Returns: nil when the prefix or the check digit is wrong.
  public init?(number: UInt64) {
    let prefix = number / 10_000_000_000
    guard prefix == 978 || prefix == 979, number < 10_000_000_000_000 else { return nil }
    var sum: UInt64 = 0
    var rest = number
    for position in 0..<13 {
      sum += rest % 10 * (position % 2 == 0 ? 1 : 3)
      rest /= 10
    }
    guard sum % 10 == 0 else { return nil }
    self.number = number
  }

  /// Thirteen digits, without hyphens.
  public var description: String { String(number) }

  public static func < (left: ISBN, right: ISBN) -> Bool { left.number < right.number }
}

extension ISBN: CustomStringConvertible {}
