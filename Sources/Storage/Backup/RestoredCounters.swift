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
    // Those who follow the log see the gap, and read all anew.
    try connection.run("DELETE FROM changes")
    // mutant restored-epochs:
    //   `try Counter.beginEpochs(after: epoch, on: connection)`
    //   -> `try Counter.beginEpochs(after: 0 * epoch, on: connection)` (BackupTests)
    try Counter.beginEpochs(after: epoch, on: connection)
    for (table, last) in sequences {
      let own = try Counter.plausibleLast(of: table, on: connection)
      // One entry of the log more than anybody has seen, so that nobody takes it for read. A row with
      // a number near the end keeps it, and the check names it.
      // mutant restored-log: `(table == "changes" ? 1 : 0)` -> `0` (BackupTests)
      // mutant restored-numbers: `max(own, last)` -> `max(own, 0 * last)` (BackupTests)
      try Counter.set(table, to: max(own, last) + (table == "changes" ? 1 : 0), on: connection)
    }
    try connection.run(
      "UPDATE settings SET value = 0 WHERE key = 'indexed_through'")
  }
}
