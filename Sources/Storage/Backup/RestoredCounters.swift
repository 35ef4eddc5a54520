/// The counters of a library that must not go back when an older state of it is restored.
struct RestoredCounters {
  private let sequences: [(table: String, last: Int64)]
  private let epoch: Int64

  /// Reads them from the library that is replaced.
  init(_ connection: Connection) throws {
    sequences = try Counter.sequences.map { table in
      (table, try Counter.plausibleLast(of: table, on: connection))
    }
    epoch = try connection.integer("SELECT \(Counter.plausibleEpoch)")
  }

  /// Raises those of the state that is restored, whose search index is up to date; its tickets end.
  /// - Parameter connection: a connection in a write transaction.
  func apply(to connection: Connection) throws {
    try connection.run("DELETE FROM tickets")
    // Those who follow the log see the gap, and read all anew.
    try connection.run("DELETE FROM changes")
    try connection.run(
      "UPDATE settings SET value = max(?, \(Counter.plausibleEpoch)) WHERE key = 'last_epoch'",
      epoch)
    // A new epoch each.
    try connection.run(
      """
      UPDATE accounts SET epoch = (SELECT value FROM settings WHERE key = 'last_epoch')
        + (SELECT count(*) FROM accounts AS a WHERE a.id <= accounts.id)
      """)
    try connection.run(
      """
      UPDATE settings SET value = (SELECT max(epoch) FROM accounts)
      WHERE key = 'last_epoch' AND EXISTS (SELECT 1 FROM accounts)
      """)
    for (table, last) in sequences {
      let own = try Counter.plausibleLast(of: table, on: connection)
      // One entry of the log more than anybody has seen, so that nobody takes it for read.
      let next = max(own, last) + (table == "changes" ? 1 : 0)
      // A row with a greater number keeps its own, and the check names it.
      try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", table)
      try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, next)
    }
    try connection.run(
      "UPDATE settings SET value = 0 WHERE key = 'indexed_through'")
  }
}
