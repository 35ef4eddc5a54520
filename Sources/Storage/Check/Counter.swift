/// The counters from which a library draws numbers that are never given twice. Each ends at the
/// largest number of 64 bits, which no library reaches by itself: it takes a hand, or damage.
enum Counter {
  /// The tables whose rows are counted by SQLite (https://www.sqlite.org/autoinc.html).
  static let sequences = ["accounts", "books", "tickets", "change_sets", "changes"]

  /// From here on a number is too near the end to be one that was counted to.
  static let nearEnd = Int64.max - (1 << 32)

  /// SQL: the last epoch that was given, as far as it can be one.
  static let plausibleEpoch = """
    max(
      coalesce((SELECT value FROM settings WHERE key = 'last_epoch'
        AND typeof(value) = 'integer' AND value BETWEEN 0 AND \(nearEnd)), 0),
      coalesce((SELECT max(epoch) FROM accounts WHERE epoch BETWEEN 0 AND \(nearEnd)), 0))
    """

  /// The last number that a table has given: what SQLite remembers and what is there, as far as it
  /// can be one.
  static func plausibleLast(of table: String, on connection: Connection) throws -> Int64 {
    try connection.integer(
      """
      SELECT max(
        coalesce((SELECT max(seq) FROM sqlite_sequence
          WHERE name = '\(table)' AND typeof(seq) = 'integer' AND seq BETWEEN 0 AND \(nearEnd)), 0),
        coalesce((SELECT max(rowid) FROM \(table) WHERE rowid BETWEEN 0 AND \(nearEnd)), 0))
      """)
  }
}
