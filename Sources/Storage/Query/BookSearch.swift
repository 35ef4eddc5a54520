public import Catalogue

/// Finds books by words, the best match first.
public enum BookSearch {
  /// How many matches are ranked: the newest that match. Ranking every match of a common word in a
  /// large library takes seconds.
  public static let candidates = 1000

  /// Finds books.
  ///
  /// A word in the title counts most, then one in the authors' names. Books that have the ISBN that
  /// was typed come first. A query that asks for no word finds the newest books first.
  /// - Parameters:
  ///   - query: what to look for.
  ///   - account: the account whose books are looked at.
  ///   - limit: the greatest number of books; nil: as many as are ranked.
  ///   - connection: a connection in a transaction.
  /// - Returns: the numbers, best match first; pass them to `BookRows`.
  public static func find(
    _ query: BookQuery, in account: AccountID, limit: Int? = nil, on connection: Connection
  ) throws -> [BookNumber] {
    guard let expression = query.expression else { return [] }
    let statement = QueryStatement(expression)
    switch statement.driver {
    case .words(let match):
      return try rank(match, statement, in: account, limit: limit, on: connection)
    case .wordsOrISBN(let match, let isbn):
      let first = try connection.all(
        "SELECT number FROM books WHERE account = ? AND isbn = ? AND removed_at IS NULL",
        account, isbn
      ) { BookNumber(rawValue: $0.int64(0)) }
      let others = try rank(match, statement, in: account, limit: limit, on: connection)
      let numbers = first + others.filter { !first.contains($0) }
      return limit.map { Array(numbers.prefix($0)) } ?? numbers
    case .all, .isbn, .number:
      let page = BookPage(
        account: account, sort: BookSort(.number, descending: true), limit: limit ?? candidates,
        query: query)
      return try page.numbers(on: connection)
    }
  }

  private static func rank(
    _ match: String, _ statement: QueryStatement, in account: AccountID, limit: Int?,
    on connection: Connection
  ) throws -> [BookNumber] {
    try Ranking.add(to: connection)
    // By the index of numbers: whose a book is, and that it stands, is told without reading its row.
    let ranking = try connection.prepare(
      """
      SELECT number FROM (
        SELECT b.number, \(Ranking.function)(books_fts, \(Ranking.begun(in: match)), 10.0, 6.0, 2.0, 1.0, 1.0)
          AS score
        FROM books_fts CROSS JOIN books AS b INDEXED BY books_by_number
          ON b.number = books_fts.rowid
        WHERE books_fts MATCH ?1 AND b.account = ?2 AND b.removed_at IS NULL\
      \(statement.andCondition)
        ORDER BY books_fts.rowid DESC LIMIT ?3)
      ORDER BY score, number LIMIT ?4
      """)
    try ranking.bind(match, account, candidates, limit ?? candidates)
    try statement.values.bind(to: ranking)
    var numbers: [BookNumber] = []
    while try ranking.step() { numbers.append(BookNumber(rawValue: ranking.int64(0))) }
    return numbers
  }
}
