public import Catalogue

/// Writes edits.
public enum BookEditing {
  /// What became of an edit of several books, each number in one of the lists.
  public struct Outcome: Hashable, Sendable {
    public var edited: [BookNumber] = []
    /// Nothing that the edit says was new.
    public var unchanged: [BookNumber] = []
    /// No such book in the account, or it is in the trash.
    public var missing: [BookNumber] = []

    public init() {}
  }

  /// Edits books, as one change set.
  /// - Parameters:
  ///   - numbers: the books; O(1) each, without a look at any other book.
  ///   - edit: what is said of each of them.
  ///   - account: the account that they belong to.
  ///   - now: the time of the edit.
  ///   - connection: a connection in a write transaction.
  /// - Returns: which books were edited.
  /// - Throws: `BookEditError` when the edit contradicts itself; `StorageError`.
  @discardableResult
  public static func edit(
    _ numbers: some Sequence<BookNumber>, _ edit: BookEdit, in account: AccountID, at now: Instant,
    on connection: Connection
  ) throws -> Outcome {
    let update = try BookEditStatement(edit)
    return try ChangeSet.run(edit.name, at: now, on: connection) {
      var outcome = Outcome()
      let statement = try connection.prepare(update.sql)
      for number in numbers {
        try update.bind(number, account, now, to: statement)
        try statement.run()
        if connection.changes > 0 {
          outcome.edited.append(number)
        } else if try isThere(number, in: account, on: connection) {
          outcome.unchanged.append(number)
        } else {
          outcome.missing.append(number)
        }
      }
      return outcome
    }
  }

  private static func isThere(
    _ number: BookNumber, in account: AccountID, on connection: Connection
  ) throws -> Bool {
    let sql = "SELECT 1 FROM books WHERE number = ? AND account = ? AND removed_at IS NULL"
    return try connection.first(sql, number, account) { _ in true } ?? false
  }
}
