import Catalogue

/// Inserts the new books of an import, by the hundred where so many are at hand.
///
/// A statement has a price of its own: it reads and writes the counters of numbers, and keeps the old
/// state of each page that it changes, of ten indexes too, until it has ended.
struct BookInsertion {
  /// A book to be.
  struct Row {
    let id: BookID
    let isbn: ISBN?
    let originKey: String
    let imported: String
    let addedAt: Instant
    let indexed: IndexedBook

    init(_ book: ImportedBook, _ indexed: IndexedBook, id: BookID, now: Instant) {
      self.id = id
      isbn = book.isbn
      originKey = book.originKey
      imported = TextForm.composed(book.details.json)
      addedAt = book.addedAt ?? now
      self.indexed = indexed
    }
  }

  /// How many rows one statement takes.
  static let rowsAtOnce = 100

  private static let columns = [
    "number", "id", "account", "isbn", "origin_key", "imported", "sync_state", "added_at",
    "title_key", "author_key", "year",
  ]

  private static let one = sql(rows: 1)
  private static let many = sql(rows: rowsAtOnce)

  private let connection: Connection
  private let account: AccountID

  init(_ connection: Connection, account: AccountID) {
    self.connection = connection
    self.account = account
  }

  /// Inserts rows in their order.
  /// - Returns: for each its number, or why a rule of the schema refuses it.
  /// - Throws: what concerns them all.
  func insert(_ rows: [Row]) throws(StorageError) -> [Result<BookNumber, StorageError>] {
    if rows.count == Self.rowsAtOnce, let numbers = try insertTogether(rows) {
      return numbers.map { .success($0) }
    }
    var outcomes: [Result<BookNumber, StorageError>] = []
    let statement = try connection.prepare(Self.one)
    for row in rows {
      do throws(StorageError) {
        try bind(row, number: nil, to: statement, after: 0)
        try statement.run()
        outcomes.append(.success(BookNumber(rawValue: connection.lastInsertedRowID)))
      } catch {
        guard error.concernsOneRow else { throw error }
        outcomes.append(.failure(error))
      }
    }
    return outcomes
  }

  /// Inserts a hundred rows by one statement, with numbers that SQLite would give itself.
  /// - Returns: nil when a row among them is refused; none is there then.
  private func insertTogether(_ rows: [Row]) throws(StorageError) -> [BookNumber]? {
    let last = try connection.integer(
      // mutant number-never-again:
      //   `coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'books'), 0),`
      //   -> `0,` (BookInsertionTests)
      """
      SELECT max(
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'books'), 0),
        coalesce((SELECT max(number) FROM books), 0))
      """)
    guard last < Int64.max - Int64(rows.count) else { return nil }
    let numbers = (1...Int64(rows.count)).map { BookNumber(rawValue: last + $0) }
    let statement = try connection.prepare(Self.many)
    do throws(StorageError) {
      for (index, row) in rows.enumerated() {
        try bind(row, number: numbers[index], to: statement, after: index * Self.columns.count)
      }
      try statement.run()
      return numbers
    } catch {
      // mutant refused-among-many:
      //   `if error.concernsOneRow { return nil }` -> `` (BookInsertionTests)
      if error.concernsOneRow { return nil }
      throw error
    }
  }

  private func bind(
    _ row: Row, number: BookNumber?, to statement: Statement, after position: Int
  ) throws(StorageError) {
    try statement.bind(
      number, row.id, account, row.isbn, row.originKey, row.imported,
      row.isbn == nil ? Book.SyncState.noISBN : .never, row.addedAt.description,
      row.indexed.keys.title, row.indexed.keys.author, row.indexed.keys.year, after: position)
  }

  private static func sql(rows: Int) -> String {
    let values = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
    return "INSERT INTO books (\(columns.joined(separator: ", "))) VALUES "
      + repeatElement(values, count: rows).joined(separator: ", ")
  }
}

extension StorageError {
  /// Whether a rule of the schema refused a row, and nothing of it is there; whatever else goes wrong
  /// concerns the whole batch.
  var concernsOneRow: Bool { kind == .constraint || kind == .tooBig }
}
