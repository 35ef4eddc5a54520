import Catalogue

/// Puts books back to what they were.
struct UndoWriter {
  private let account: AccountID
  private let now: Instant
  private let removal: Statement
  private let change: Statement

  init(account: AccountID, now: Instant, _ connection: Connection) throws(StorageError) {
    self.account = account
    self.now = now
    removal = try connection.prepare(
      """
      UPDATE books SET removed_at = ?3 WHERE number = ?1 AND account = ?2 AND removed_at IS NULL
      """)
    change = try connection.prepare(
      """
      UPDATE books SET
        typed = coalesce(?4, typed), imported = coalesce(?5, imported),
        isbn = iif(?6, ?7, isbn), origin_key = iif(?8, ?9, origin_key),
        removed_at = iif(?10, ?11, removed_at), edited_at = ?3
      WHERE number = ?1 AND account = ?2
      """)
  }

  /// Writes one book.
  /// - Returns: whether it is there to be written.
  func write(_ book: EarlierBook) throws -> Bool {
    let statement = book.isNew ? removal : change
    try statement.bind(book.number, account, now)
    if !book.isNew {
      try statement.bind(book.typed, at: 4)
      try statement.bind(book.imported, at: 5)
      try statement.bind(book.isbn != nil, at: 6)
      try statement.bind(book.isbn?.text, at: 7)
      try statement.bind(book.originKey != nil, at: 8)
      try statement.bind(book.originKey?.text, at: 9)
      try statement.bind(book.removedAt != nil, at: 10)
      try statement.bind(book.removedAt?.text, at: 11)
    }
    try statement.run()
    return statement.connection.changes > 0
  }
}
