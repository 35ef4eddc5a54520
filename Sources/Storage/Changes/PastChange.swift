public import Catalogue

/// Something that the user did in one go, as the history tells it.
public struct PastChange: Hashable, Sendable {
  /// What became of it.
  public enum State: Hashable, Sendable {
    case done
    /// Taken back by the change with this number.
    case undone(by: Int64)
    /// It took back the change with this number.
    case undoing(Int64)
  }

  /// Grows with every change; what people name it by.
  public let id: Int64
  /// What was done, in words.
  public let name: String
  /// When it was done, as text in UTC.
  public let at: String
  /// How many books it changed.
  public let books: Int
  public let state: State

  /// The changes of an account's books, the last one first.
  ///
  /// What is older than 90 days may be gone. What was done to books that are gone for good is told
  /// in every account.
  /// - Parameters:
  ///   - account: whose books.
  ///   - limit: the greatest number of changes.
  ///   - connection: a connection in a transaction.
  /// - Complexity: O(books of the changes).
  public static func list(
    of account: AccountID, limit: Int = .max, on connection: Connection
  ) throws -> [PastChange] {
    try connection.all(
      """
      \(select) WHERE EXISTS (
        SELECT 1 FROM changes AS c LEFT JOIN books AS b ON b.number = c.number
        WHERE c.change_set = s.id AND ifnull(b.account, ?1) = ?1)
      ORDER BY s.id DESC LIMIT ?2
      """, account, limit
    ) { PastChange($0) }
  }

  /// The change that `undo` takes back when none is named: the last one that was not undone and is
  /// no undoing itself.
  static func lastToUndo(
    of account: AccountID, on connection: Connection
  ) throws -> PastChange? {
    try connection.first(
      """
      \(select) WHERE s.undone_by IS NULL
        AND NOT EXISTS (SELECT 1 FROM change_sets AS t WHERE t.undone_by = s.id)
        AND EXISTS (
          SELECT 1 FROM changes AS c JOIN books AS b ON b.number = c.number
          WHERE c.change_set = s.id AND b.account = ?)
      ORDER BY s.id DESC LIMIT 1
      """, account
    ) { PastChange($0) }
  }

  static func find(_ id: Int64, on connection: Connection) throws -> PastChange? {
    try connection.first("\(select) WHERE s.id = ?", id) { PastChange($0) }
  }

  private static let select = """
    SELECT s.id, s.name, s.at, s.undone_by,
      (SELECT t.id FROM change_sets AS t WHERE t.undone_by = s.id),
      (SELECT count(DISTINCT c.number) FROM changes AS c WHERE c.change_set = s.id)
    FROM change_sets AS s
    """

  private init(_ row: Statement) {
    id = row.int64(0)
    name = row.text(1)
    at = row.text(2)
    books = row.int(5)
    state =
      row.optionalInt64(3).map { .undone(by: $0) }
      ?? row.optionalInt64(4).map { .undoing($0) } ?? .done
  }
}
