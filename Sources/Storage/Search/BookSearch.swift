public import Catalogue

/// Finds books by words, the best match first.
public enum BookSearch {
  /// How many matches are ranked: the newest that match. Ranking every match of a common word in a
  /// large library takes seconds.
  public static let candidates = 2000

  /// Finds books.
  ///
  /// A word in the title counts most, then one in the authors' names. Books that have the ISBN that
  /// was typed come first.
  /// - Parameters:
  ///   - words: what to look for.
  ///   - account: the account whose books are looked at.
  ///   - limit: the greatest number of books; nil: as many as are ranked.
  ///   - connection: a connection in a transaction.
  /// - Returns: the numbers, best match first; pass them to `BookRows`.
  public static func find(
    _ words: SearchWords, in account: AccountID, limit: Int? = nil, on connection: Connection
  ) throws -> [BookNumber] {
    guard let match = words.match else { return [] }
    var numbers: [BookNumber] = []
    if let isbn = words.isbn {
      numbers = try connection.all(
        "SELECT number FROM books WHERE account = ? AND isbn = ? AND removed_at IS NULL",
        account, isbn
      ) { BookNumber(rawValue: $0.int64(0)) }
    }
    let matches = try connection.all(
      """
      SELECT number FROM (
        SELECT b.number, bm25(books_fts, 10.0, 6.0, 2.0, 1.0, 1.0) AS score
        FROM books_fts CROSS JOIN books AS b ON b.number = books_fts.rowid
        WHERE books_fts MATCH ? AND b.account = ? AND b.removed_at IS NULL
        ORDER BY books_fts.rowid DESC LIMIT ?)
      ORDER BY score, number LIMIT ?
      """, match, account, candidates, limit ?? candidates
    ) { BookNumber(rawValue: $0.int64(0)) }
    let first = Set(numbers)
    numbers.append(contentsOf: matches.filter { !first.contains($0) })
    return limit.map { Array(numbers.prefix($0)) } ?? numbers
  }
}
