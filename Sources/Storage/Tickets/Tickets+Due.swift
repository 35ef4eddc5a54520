import Catalogue

extension Tickets {
  /// How many books a claim would find, were it not limited and were none held by others.
  /// - Returns: 0 for a claim of named books, which are asked for once.
  /// - Complexity: O(due books), from the index alone.
  public static func dueCount(_ request: ClaimRequest, on connection: Connection) throws -> Int {
    guard request.numbers == nil else { return 0 }
    let latest = Instant(rawValue: request.now.rawValue + TitleFailure.longestWait)
    return try connection.first(
      """
      SELECT
        (SELECT count(*) FROM books
         WHERE account = ?1 AND sync_state = 'never' AND removed_at IS NULL)
        + (SELECT count(*) FROM books
         WHERE account = ?1 AND sync_state = 'failed' AND removed_at IS NULL
           AND (?2 OR sync_at IS NULL OR sync_at <= ?3 OR sync_at > ?4))
        + (SELECT count(*) FROM books
         WHERE account = ?1 AND sync_state IN ('fetched', 'not-found') AND removed_at IS NULL
           AND ?5 IS NOT NULL
           AND (sync_at IS NULL OR sync_at <= ?5 OR ?5 <= ?3 AND sync_at > ?3))
      """, request.account, request.retriesFailed, request.now, latest, request.answeredBefore
    ) { $0.int(0) } ?? 0
  }
}
