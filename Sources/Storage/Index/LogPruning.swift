/// Keeps the log of changes from growing without end: entries go when they are older than 90 days.
///
/// Entries bear no time. So a mark is kept, "this was the last entry at that time": when the mark is
/// 90 days old, what is before it goes, and a new one is set.
enum LogPruning {
  /// How many entries may be added between two looks at the mark.
  static let interval: Int64 = 256
  /// How many entries go at most in one transaction.
  static let limit = 5000

  /// Runs after the index has been brought up to date, within its transaction. Mostly O(1).
  /// - Parameters:
  ///   - first: the last entry that was indexed before.
  ///   - last: the last entry of the log.
  static func run(
    _ connection: Connection, from first: Int64, to last: Int64
  ) throws(StorageError) {
    guard first / interval != last / interval else { return }
    let mark = try connection.prepare(
      """
      SELECT seq.value,
        at.value <= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-90 days'),
        at.value > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
      FROM settings AS seq JOIN settings AS at ON at.key = 'log_mark_at'
      WHERE seq.key = 'log_mark'
      """)
    guard try mark.step() else { return try set(last, on: connection) }
    let seq = mark.int64(0)
    let isOld = mark.bool(1)
    let isAhead = mark.bool(2)
    mark.reset()
    // A clock that was set back must not keep the log for years.
    if isAhead { return try set(last, on: connection) }
    guard isOld else { return }
    let gone = try connection.run(
      "DELETE FROM changes WHERE seq IN (SELECT seq FROM changes WHERE seq <= ? LIMIT ?)",
      min(seq, last), limit)
    if gone < limit { try set(last, on: connection) }
  }

  private static func set(_ last: Int64, on connection: Connection) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO settings (key, value)
      VALUES ('log_mark', ?), ('log_mark_at', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, last)
  }
}
