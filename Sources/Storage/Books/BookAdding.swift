public import Catalogue

/// Adds books.
public enum BookAdding {
  /// Adds books, as one change set; a book with an ISBN that is there already is another copy.
  /// - Parameters:
  ///   - books: what the user says of each.
  ///   - account: the account that they shall belong to.
  ///   - now: the time at which they are added.
  ///   - connection: a connection in a write transaction.
  /// - Returns: the numbers, in the order of the books.
  @discardableResult
  public static func add(
    _ books: [NewBook], to account: AccountID, at now: Instant, on connection: Connection
  ) throws -> [BookNumber] {
    try ChangeSet.run("add", at: now, on: connection) {
      let insert = try connection.prepare(
        """
        INSERT INTO books (id, account, isbn, typed, sync_state, added_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
      var numbers: [BookNumber] = []
      numbers.reserveCapacity(books.count)
      for book in books {
        try insert.bind(
          book.id, account, book.isbn, book.typed.composed.json,
          book.isbn == nil ? Book.SyncState.noISBN : .never, now)
        try insert.run()
        numbers.append(BookNumber(rawValue: connection.lastInsertedRowID))
      }
      return numbers
    }
  }
}
