import Catalogue

/// Puts books back to what they were.
struct UndoWriter {
  let account: AccountID
  let now: Instant
  let connection: Connection

  /// Writes one book.
  /// - Returns: whether it is there to be written.
  func write(_ book: EarlierBook) throws -> Bool {
    if book.isNew {
      return try connection.run(
        "UPDATE books SET removed_at = ? WHERE number = ? AND account = ? AND removed_at IS NULL",
        now, book.number, account) > 0
    }
    // Only what was changed: each column costs the rules and triggers that look at it.
    var columns = ["edited_at"]
    var values: [String?] = [now.description]
    func put(_ value: String?, into column: String) {
      columns.append(column)
      values.append(value)
    }
    if let typed = book.typed { put(typed, into: "typed") }
    if let imported = book.imported { put(imported, into: "imported") }
    if let isbn = book.isbn { put(isbn.text, into: "isbn") }
    if let key = book.originKey { put(key.text, into: "origin_key") }
    if let removedAt = book.removedAt { put(removedAt.text, into: "removed_at") }
    let statement = try connection.prepare(
      """
      UPDATE books SET \(columns.map { "\($0) = ?" }.joined(separator: ", "))
      WHERE number = ? AND account = ?
      """)
    for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
    try statement.bind(book.number, at: values.count + 1)
    try statement.bind(account, at: values.count + 2)
    try statement.run()
    return connection.changes > 0
  }
}
