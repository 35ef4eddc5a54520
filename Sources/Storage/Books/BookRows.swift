public import Catalogue

/// Reads books by number.
public enum BookRows {
  /// Reads books with all that each origin says.
  /// - Parameters:
  ///   - numbers: the books that are wanted.
  ///   - account: the account that they belong to.
  ///   - connection: a connection in a transaction.
  /// - Returns: the books that are there and not in the trash, in the order of the numbers.
  /// - Throws: a `StorageError` that names the book whose row cannot be read.
  public static func read(
    numbers: some Sequence<BookNumber>, in account: AccountID, on connection: Connection
  ) throws -> [Book] {
    try read(where: "number = ?", numbers, in: account, on: connection)
  }

  /// Reads books by id; see `read(numbers:in:on:)`.
  public static func read(
    ids: some Sequence<BookID>, in account: AccountID, on connection: Connection
  ) throws -> [Book] {
    try read(where: "id = ?", ids, in: account, on: connection)
  }

  /// Calls `body` for each book that is there with one JSON object.
  /// - Parameters:
  ///   - numbers: the books that are wanted; those that are not there are left out.
  ///   - columns: what the object has, in this order.
  ///   - account: the account that they belong to.
  ///   - connection: a connection in a transaction.
  ///   - body: reads the UTF-8 of the object; the bytes are not valid after it returns.
  public static func forEachJSON(
    _ numbers: some Sequence<BookNumber>, _ columns: [BookField] = BookField.all,
    in account: AccountID, on connection: Connection,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    let select = BookField.object(columns)
    try forEach(numbers, select: select, in: account, on: connection) { row in
      try row.withJSON(body)
    }
  }

  /// Calls `body` for each book that is there, with the columns as text; see `BookPage.forEachRow`.
  public static func forEachRow(
    _ numbers: some Sequence<BookNumber>, _ columns: [BookField] = BookField.listed,
    in account: AccountID, on connection: Connection, _ body: (Statement) throws -> Void
  ) throws {
    let select = columns.map(\.text).joined(separator: ", ")
    try forEach(numbers, select: select, in: account, on: connection, body)
  }

  static func forEach(
    _ numbers: some Sequence<BookNumber>, select: String, in account: AccountID,
    on connection: Connection, _ body: (Statement) throws -> Void
  ) throws {
    let statement = try connection.prepare(
      "SELECT \(select) FROM books AS b WHERE b.number = ? AND b.account = ?")
    for number in numbers {
      try statement.bind(number, account)
      while try statement.step() { try body(statement) }
    }
  }

  private static func read<Key: Bindable>(
    where condition: String, _ keys: some Sequence<Key>, in account: AccountID,
    on connection: Connection
  ) throws -> [Book] {
    // The plus sign: by the key, not through all books of the account; see `BookChanges`.
    let statement = try connection.prepare(
      // mutant row-by-id: `AND +account = ?` -> `AND account = ?` (QueryPlanTests)
      """
      SELECT \(Book.columns) FROM books
      WHERE \(condition) AND +account = ? AND removed_at IS NULL
      """)
    var books: [Book] = []
    for key in keys {
      try statement.bind(key, account)
      while try statement.step() { books.append(try Book(row: statement)) }
    }
    return books
  }
}
