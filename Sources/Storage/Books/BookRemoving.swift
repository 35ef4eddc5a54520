public import Catalogue

/// Removes books to the trash and brings them back.
public enum BookRemoving {
  /// What became of several books, each number in one of the lists.
  public struct Outcome: Hashable, Sendable {
    public var done: [BookNumber] = []
    /// No such book in the account, or it was in that state already.
    public var missing: [BookNumber] = []

    public init() {}
  }

  /// Removes books to the trash, as one change set.
  ///
  /// A removed book has a new incarnation and no ticket, so that nothing that was under way for it
  /// reaches it again, even when it is restored.
  /// - Parameters:
  ///   - numbers: the books.
  ///   - account: the account that they belong to.
  ///   - now: the time of the removal.
  ///   - connection: a connection in a write transaction.
  @discardableResult
  public static func remove(
    _ numbers: some Sequence<BookNumber>, from account: AccountID, at now: Instant,
    on connection: Connection
  ) throws -> Outcome {
    try ChangeSet.run("remove", at: now, on: connection) {
      let update = try connection.prepare(
        """
        UPDATE books SET removed_at = ?3
        WHERE number = ?1 AND account = ?2 AND removed_at IS NULL
        """)
      var outcome = Outcome()
      for number in numbers {
        try update.bind(number, account, now)
        try update.run()
        if connection.changes > 0 {
          outcome.done.append(number)
        } else {
          outcome.missing.append(number)
        }
      }
      return outcome
    }
  }

  /// Brings books back from the trash, as one change set.
  /// - Parameters:
  ///   - numbers: the books.
  ///   - account: the account that they belong to.
  ///   - now: the time of the restoring.
  ///   - connection: a connection in a write transaction.
  @discardableResult
  public static func restore(
    _ numbers: some Sequence<BookNumber>, to account: AccountID, at now: Instant,
    on connection: Connection
  ) throws -> Outcome {
    try ChangeSet.run("restore", at: now, on: connection) {
      let update = try connection.prepare(
        """
        UPDATE books SET removed_at = NULL
        WHERE number = ?1 AND account = ?2 AND removed_at IS NOT NULL
        """)
      var outcome = Outcome()
      for number in numbers {
        try update.bind(number, account)
        try update.run()
        if connection.changes > 0 {
          outcome.done.append(number)
        } else {
          outcome.missing.append(number)
        }
      }
      return outcome
    }
  }
}
