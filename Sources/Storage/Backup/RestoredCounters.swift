/// The counters of a library that must not go back when an older state of it is restored.
struct RestoredCounters {
  private let sequences: [(table: String, last: Int64)]
  private let epoch: Int64

  /// Reads them from the library that is replaced.
  init(_ connection: Connection) throws {
    sequences = try connection.all("SELECT name, seq FROM sqlite_sequence") {
      ($0.text(0), $0.int64(1))
    }
    epoch = try connection.integer("SELECT value FROM settings WHERE key = 'last_epoch'")
  }

  /// Raises those of the state that is restored; its tickets end.
  func apply(to connection: Connection) throws {
    try IndexUpkeep.run(connection)
    try connection.run(
      "UPDATE settings SET value = max(value, ?) WHERE key = 'last_epoch'", epoch)
    // A new epoch each, and with it goes every ticket.
    try connection.run(
      """
      UPDATE accounts SET epoch = id + (SELECT value FROM settings WHERE key = 'last_epoch')
      """)
    try connection.run(
      """
      UPDATE settings SET value = (SELECT max(epoch) FROM accounts)
      WHERE key = 'last_epoch' AND EXISTS (SELECT 1 FROM accounts)
      """)
    try connection.run("DELETE FROM tickets")
    for (table, last) in sequences {
      // One entry of the log more than anybody has seen, so that nobody takes it for read.
      let last = table == "changes" ? last + 1 : last
      try connection.run(
        "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", last, table)
      try connection.run(
        """
        INSERT INTO sqlite_sequence (name, seq)
        SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
        """, table, last)
    }
    // Those who follow the log see the gap, and read all anew.
    try connection.run("DELETE FROM changes")
    try connection.run(
      "UPDATE settings SET value = 0 WHERE key = 'indexed_through'")
  }
}
