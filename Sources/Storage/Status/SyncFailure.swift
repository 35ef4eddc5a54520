public import Catalogue

/// A book whose last fetch failed, or that its source does not have.
public struct SyncFailure: Hashable, Sendable {
  public let number: BookNumber
  public let isbn: ISBN?
  public let title: String?
  /// Whether the source answered that it does not have it.
  public let isNotFound: Bool
  /// Why it failed, as the column `sync_detail` has it.
  public let detail: String?
  /// When it may be tried again; nil: at once.
  public let retryAt: Instant?

  /// Calls `body` for each failure of an account, in the order in which they are tried again.
  /// - Parameters:
  ///   - account: the account.
  ///   - notFound: whether those are meant that the source does not have, and not failures.
  ///   - connection: a connection in a transaction.
  ///   - body: takes the failure.
  public static func forEach(
    in account: AccountID, notFound: Bool = false, on connection: Connection,
    _ body: (SyncFailure) throws -> Void
  ) throws {
    try connection.forEach(
      """
      SELECT number, isbn, title, sync_detail, sync_at FROM books INDEXED BY books_due
      WHERE account = ? AND removed_at IS NULL AND sync_state = ?
      ORDER BY sync_at, number
      """, account, notFound ? Book.SyncState.notFound : .failed
    ) { row in
      let at = row.optionalText(4).flatMap(Instant.init)
      try body(
        SyncFailure(
          number: BookNumber(rawValue: row.int64(0)),
          isbn: row.optionalText(1).flatMap(UInt64.init).flatMap(ISBN.init(number:)),
          title: row.optionalText(2), isNotFound: notFound, detail: row.optionalText(3),
          retryAt: notFound
            ? at.map { Instant(rawValue: $0.rawValue + ClaimRequest.usualAge) } : at))
    }
  }
}
