/// Why a query cannot be read, with the place in it.
public struct BookQueryError: Error, Hashable, Sendable {
  /// The query as it was typed.
  public let query: String
  /// The characters that are meant, counted from 0.
  public let range: Range<Int>
  /// What is the matter, in a sentence without a full stop.
  public let reason: String
  /// What to do about it, likewise.
  public let remedy: String
}

extension BookQueryError: CustomStringConvertible {
  public var description: String { "\(reason) (column \(range.lowerBound + 1) of the query)" }
}
