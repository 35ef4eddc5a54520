public import Catalogue

/// How many books there are.
public enum BookCount {
  /// All books of all accounts, those in the trash, too.
  /// - Parameter connection: a connection in a transaction.
  public static func all(on connection: Connection) throws -> Int {
    Int(try connection.integer("SELECT count(*) FROM books"))
  }

  /// The books of an account that are listed: those in the trash are not.
  /// - Parameters:
  ///   - account: whose books.
  ///   - connection: a connection in a transaction.
  /// - Complexity: O(books of the account), over an index
  public static func listed(of account: AccountID, on connection: Connection) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM books INDEXED BY books_by_number
      WHERE account = ? AND removed_at IS NULL
      """, account
    ) { $0.int(0) } ?? 0
  }
}
