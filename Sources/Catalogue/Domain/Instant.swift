/// A moment in UTC, in whole milliseconds.
public struct Instant: RawRepresentable, Hashable, Sendable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: Instant, right: Instant) -> Bool { left.rawValue < right.rawValue }
}
