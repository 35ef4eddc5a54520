public import Catalogue

/// Books that may be one and the same.
public struct DuplicateGroup: Hashable, Sendable {
  /// What they have in common. A field that is missing is never in common.
  public enum Reason: String, Hashable, Sendable {
    case isbn
    /// Title, first author and year, but for case, accents and articles.
    case likeness
  }

  public let reason: Reason
  /// The ISBN, or the folded title.
  public let key: String
  /// Two books at least, the oldest first.
  public let numbers: [BookNumber]

  /// Calls `body` for each group of an account's books: those of one ISBN first.
  /// - Parameters:
  ///   - account: whose books; those in the trash are left out.
  ///   - connection: a connection in a transaction.
  ///   - body: takes the group.
  /// - Complexity: O(books · log books); memory for one group.
  public static func forEach(
    in account: AccountID, on connection: Connection, _ body: (DuplicateGroup) throws -> Void
  ) throws {
    try connection.forEach(
      """
      SELECT isbn, group_concat(number) FROM books
      WHERE account = ? AND isbn IS NOT NULL AND removed_at IS NULL
      GROUP BY isbn HAVING count(*) > 1
      """, account
    ) { try body(DuplicateGroup(.isbn, $0)) }
    // Copies of one ISBN alone are told above.
    try connection.forEach(
      """
      SELECT title_key, group_concat(number) FROM books
      WHERE account = ? AND removed_at IS NULL
        AND title_key IS NOT NULL AND author_key IS NOT NULL AND year IS NOT NULL
      GROUP BY title_key, author_key, year
      HAVING count(*) > 1 AND (count(DISTINCT isbn) <> 1 OR count(isbn) < count(*))
      """, account
    ) { try body(DuplicateGroup(.likeness, $0)) }
  }

  private init(_ reason: Reason, _ row: Statement) {
    self.reason = reason
    key = row.text(0)
    numbers = row.text(1).split(separator: ",").compactMap { Int64($0) }.sorted().map {
      BookNumber(rawValue: $0)
    }
  }
}
