/// The short number by which people name a book; it is never given to another one.
public struct BookNumber: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: BookNumber, right: BookNumber) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension BookNumber: CustomStringConvertible {
  public var description: String { String(rawValue) }
}
