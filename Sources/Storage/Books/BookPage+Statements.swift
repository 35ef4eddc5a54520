import Catalogue

extension BookPage {
  /// One range of the index of a sort key.
  private enum Range {
    /// By number alone, behind a number.
    case number(BookNumber)
    /// All that have the key.
    case keyed
    /// Those that have the key, behind one of them.
    case keyedAfter(SortValue, BookNumber)
    /// Those that lack the key, behind a number.
    case unkeyed(BookNumber)
  }

  /// Runs the page's statements, one after another, until the limit is reached.
  ///
  /// The books that have the key and those that lack it are two ranges of the key's index: one
  /// statement for both could not follow the index.
  func forEach(
    select: String, on connection: Connection, _ body: (Statement) throws -> Void
  ) throws {
    guard query?.isEmpty != true else { return }
    let found = query?.expression.map { QueryStatement($0) }
    let keys = keys
    if keys.count > 1 {
      return try forEach(select: select, found, by: keys, on: connection, body)
    }
    var left = limit ?? Int.max
    for range in try ranges(on: connection) where left > 0 {
      let statement = try connection.prepare(sql(select, found, range))
      try bind(range, limit: left, to: statement)
      try found?.bind(to: statement)
      while try statement.step() {
        left -= 1
        try body(statement)
      }
    }
  }

  /// The order in which the books are read.
  private var walk: BookSort {
    BookSort(sort.key, descending: sort.descending != isBackwards)
  }

  private func ranges(on connection: Connection) throws -> [Range] {
    let first = walk.descending ? BookNumber(rawValue: .max) : BookNumber(rawValue: 0)
    guard let column = sort.column else {
      if let after { try requireBook(after, on: connection) }
      return [.number(after ?? first)]
    }
    // Those that lack the key come last, whatever the direction of the key.
    let all = sort.isInEveryBook ? [.keyed] : [Range.keyed, .unkeyed(first)]
    guard let after else { return isBackwards ? all.reversed() : all }
    guard let key = try key(column, of: after, on: connection) else {
      return isBackwards ? [.unkeyed(after), .keyed] : [.unkeyed(after)]
    }
    return [.keyedAfter(key, after)] + (isBackwards ? [] : all.dropFirst())
  }

  private func requireBook(_ number: BookNumber, on connection: Connection) throws {
    let sql = "SELECT 1 FROM books WHERE number = ? AND account = ?"
    guard try connection.first(sql, number, account, row: { _ in true }) == true else {
      throw BookReferenceError.notFound(.number(number))
    }
  }

  private func key(
    _ column: String, of number: BookNumber, on connection: Connection
  ) throws -> SortValue? {
    let sql = "SELECT \(column) FROM books AS b WHERE b.number = ? AND b.account = ?"
    let key = try connection.first(sql, number, account) { SortValue($0, 0) }
    guard let key else { throw BookReferenceError.notFound(.number(number)) }
    return key
  }

  private func sql(_ select: String, _ found: QueryStatement?, _ range: Range) -> String {
    let direction = walk.direction
    let sign = walk.sign
    let column = sort.column ?? "b.number"
    var condition: String
    var order = "b.number \(direction)"
    switch range {
    case .number, .unkeyed:
      condition = "b.number \(sign) ?3"
      if case .unkeyed = range { condition = "\(column) IS NULL AND \(condition)" }
    case .keyed:
      condition = "\(column) IS NOT NULL"
      order = "\(column) \(direction), \(order)"
    case .keyedAfter:
      condition = "(\(column), b.number) \(sign) (?4, ?3)"
      order = "\(column) \(direction), \(order)"
    }
    return """
      SELECT \(select) FROM \(source(found))
      WHERE b.account = ?1 AND b.removed_at IS \(inTrash ? "NOT NULL" : "NULL") AND \(condition)\
      \(found?.andCondition ?? "")
      ORDER BY \(order) LIMIT ?2
      """
  }

  /// The index is named, so that no statistics lead the planner to another one.
  func source(_ found: QueryStatement?) -> String {
    switch found?.driver ?? .all {
    case .all:
      return "books AS b INDEXED BY \(inTrash ? "books_trash" : "books_by_\(sort.key.rawValue)")"
    case .words:
      return """
        (SELECT rowid AS number FROM books_fts WHERE books_fts MATCH ?5) AS w \
        CROSS JOIN books AS b ON b.number = w.number
        """
    case .wordsOrISBN:
      return """
        (SELECT rowid AS number FROM books_fts WHERE books_fts MATCH ?5 \
        UNION SELECT number FROM books WHERE account = ?1 AND isbn = ?6) AS w \
        CROSS JOIN books AS b ON b.number = w.number
        """
    case .isbn: return "books AS b INDEXED BY books_isbn"
    case .number: return "books AS b NOT INDEXED"
    }
  }

  private func bind(_ range: Range, limit: Int, to statement: Statement) throws(StorageError) {
    try statement.bind(account, limit)
    switch range {
    case .number(let number), .unkeyed(let number): try statement.bind(number, at: 3)
    case .keyed: break
    case .keyedAfter(let key, let number):
      try statement.bind(number, at: 3)
      try statement.bind(key, at: 4)
    }
  }
}

extension QueryStatement {
  /// Binds the driver's values to the places 5 and 6, and those of the conditions behind them.
  func bind(to statement: Statement) throws(StorageError) {
    switch driver {
    case .words(let match): try statement.bind(match, at: 5)
    case .wordsOrISBN(let match, let isbn):
      try statement.bind(match, at: 5)
      try statement.bind(isbn, at: 6)
    case .all, .isbn, .number: break
    }
    try values.bind(to: statement)
  }
}
