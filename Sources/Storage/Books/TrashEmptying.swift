public import Catalogue

/// Ends removed books for good.
public enum TrashEmptying {
  /// How many books are in an account's trash.
  public static func count(in account: AccountID, on connection: Connection) throws -> Int {
    try connection.first(
      "SELECT count(*) FROM books WHERE account = ? AND removed_at IS NOT NULL", account
    ) { $0.int(0) } ?? 0
  }

  /// Deletes removed books. It cannot be undone.
  /// - Parameters:
  ///   - numbers: the books; nil: all that are in the trash.
  ///   - account: the account that they belong to.
  ///   - now: the time.
  ///   - connection: a connection in a write transaction.
  /// - Returns: how many were deleted.
  public static func run(
    _ numbers: [BookNumber]? = nil, in account: AccountID, at now: Instant,
    on connection: Connection
  ) throws -> Int {
    try ChangeSet.run("trash empty", at: now, on: connection) {
      let condition = "account = ?1 AND removed_at IS NOT NULL"
      guard let numbers else {
        return try connection.run("DELETE FROM books WHERE \(condition)", account)
      }
      var count = 0
      for number in numbers {
        count += try connection.run(
          "DELETE FROM books WHERE number = ?2 AND \(condition)", account, number)
      }
      return count
    }
  }
}
