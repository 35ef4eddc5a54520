public import Catalogue

/// The books that have an ISBN already.
public enum BookCopies {
  /// The first book that has an ISBN, with its title, outside the trash; nil: none has.
  /// - Parameters:
  ///   - isbn: the ISBN.
  ///   - account: the account whose books are looked at.
  ///   - connection: a connection in a transaction.
  public static func first(
    of isbn: ISBN, in account: AccountID, on connection: Connection
  ) throws -> (number: BookNumber, title: String?)? {
    try connection.first(
      """
      SELECT number, title FROM books
      WHERE account = ? AND isbn = ? AND removed_at IS NULL ORDER BY number LIMIT 1
      """, account, isbn
    ) { (BookNumber(rawValue: $0.int64(0)), $0.optionalText(1)) }
  }
}
