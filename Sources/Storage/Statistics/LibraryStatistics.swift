public import Catalogue

/// How many books an account has, and how they are spread.
public struct LibraryStatistics: Hashable, Sendable {
  /// By what books are counted.
  public enum Dimension: String, Hashable, Sendable, CaseIterable {
    case year, language, publisher, shelf
    case month = "month_added"

    /// Whether the values have an order of their own, so that all are told in it; of the others the
    /// most frequent are told.
    public var isOrdered: Bool { self == .year || self == .month }

    var column: String {
      switch self {
      case .year: "year"
      case .language: "language"
      case .publisher: "publisher"
      case .shelf: "shelf"
      case .month: "substr(added_at, 1, 7)"
      }
    }
  }

  /// How many books have a value.
  public struct Count: Hashable, Sendable {
    /// Nil: the books that have none.
    public let value: String?
    public let books: Int
  }

  public struct Group: Hashable, Sendable {
    public let dimension: Dimension
    public let counts: [Count]
    /// The books of the values that are not among the counts.
    public let others: Int
  }

  public let books: Int
  public let groups: [Group]

  /// Counts an account's books.
  /// - Parameters:
  ///   - account: whose books; those in the trash are left out.
  ///   - limit: how many values of a dimension without an order are told.
  ///   - connection: a connection in a transaction.
  /// - Complexity: O(books · log values).
  public init(of account: AccountID, limit: Int, on connection: Connection) throws {
    books =
      try connection.first(
        "SELECT count(*) FROM books WHERE account = ? AND removed_at IS NULL", account
      ) { $0.int(0) } ?? 0
    let all = books
    groups = try Dimension.allCases.map { dimension in
      let order = dimension.isOrdered ? "value IS NULL, value" : "books DESC, value IS NULL, value"
      let counts = try connection.all(
        """
        SELECT \(dimension.column) AS value, count(*) AS books FROM books
        WHERE account = ? AND removed_at IS NULL
        GROUP BY value ORDER BY \(order) LIMIT ?
        """, account, dimension.isOrdered ? .max : limit
      ) { Count(value: $0.optionalText(0), books: $0.int(1)) }
      let told = counts.reduce(0) { $0 + $1.books }
      return Group(dimension: dimension, counts: counts, others: all - told)
    }
  }
}
