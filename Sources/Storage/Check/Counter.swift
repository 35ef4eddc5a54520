import Catalogue

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

  /// SQL: whether the counter of epochs, or an account's epoch, is near the end.
  static let isEpochNearEnd = """
    EXISTS (SELECT 1 FROM accounts WHERE epoch > \(nearEnd))
      OR EXISTS (SELECT 1 FROM settings WHERE key = 'last_epoch' AND value > \(nearEnd))
    """

  /// The last number that a table has given: what SQLite remembers and what is there, as far as it
  /// can be one.
  static func plausibleLast(
    of table: String, on connection: Connection
  ) throws(StorageError) -> Int64 {
    try connection.integer(
      """
      SELECT max(
        coalesce((SELECT max(seq) FROM sqlite_sequence
          WHERE name = '\(table)' AND typeof(seq) = 'integer' AND seq BETWEEN 0 AND \(nearEnd)), 0),
        coalesce((SELECT max(rowid) FROM \(table) WHERE rowid BETWEEN 0 AND \(nearEnd)), 0))
      """)
  }

  /// The last number that a table has given, whatever it is.
  private static func last(
    of table: String, on connection: Connection
  ) throws(StorageError) -> (remembered: Int64, used: Int64) {
    (
      try connection.integer("SELECT max(seq) FROM sqlite_sequence WHERE name = '\(table)'"),
      try connection.integer("SELECT max(rowid) FROM \(table)")
    )
  }

  /// The first table that can give no number any more; nil when none is so, or it cannot be read.
  static func exhausted(on connection: Connection) -> String? {
    sequences.first { table in
      (try? last(of: table, on: connection)).map { max($0.remembered, $0.used) == .max } ?? false
    }
  }

  /// Names the counters that are near their end. What they have given stays readable.
  static func findings(on connection: Connection) throws(StorageError) -> [DatabaseFinding] {
    var findings: [DatabaseFinding] = []
    for table in sequences {
      let (remembered, used) = try last(of: table, on: connection)
      // mutant counter-unnamed: `guard max(remembered, used) > nearEnd else` -> `if true` (CounterTests)
      guard max(remembered, used) > nearEnd else { continue }
      findings.append(
        DatabaseFinding(
          .counter, "the numbers of \(table) are near their end: \(max(remembered, used))",
          remedy: remedy(for: table, used: used)))
    }
    if try connection.integer("SELECT \(isEpochNearEnd)") != 0 {
      findings.append(
        DatabaseFinding(
          .counter, "the epochs of accounts are near their end", remedy: DatabaseCheck.fix))
    }
    return findings
  }

  private static func remedy(for table: String, used: Int64) -> String {
    let lowering =
      "UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(rowid), 0) FROM \(table)) "
      + "WHERE name = '\(table)'"
    return switch table {
    case "changes", "change_sets", "tickets": DatabaseCheck.fix
    case _ where used <= nearEnd:
      "if you accept that numbers of deleted \(table) are given again, run in sqlite3: \(lowering)"
    case "books":
      "export book \(used), then run in sqlite3: DELETE FROM books WHERE number = \(used); "
        + "\(lowering); then import it again"
    default: "restore a backup: `db restore` counts on from the greatest number that can be right"
    }
  }

  /// Lowers the counters that are near their end, where nobody can take a new number for an old one.
  ///
  /// - Entries of the log are renumbered behind the others: who follows the log and saw a greater
  ///   number reads everything anew. Change sets are known by their number only within the log.
  /// - Tickets and epochs end: a completion needs the row of its ticket.
  ///
  /// The numbers of books and accounts stay, since they may be known outside of the library.
  /// - Parameter connection: a connection in a write transaction.
  /// - Returns: how many counters were lowered. O(rows with such a number).
  static func mend(on connection: Connection) throws -> Int {
    var count = 0
    if try isNearEnd("tickets", on: connection) {
      try connection.run("DELETE FROM tickets WHERE serial > \(nearEnd)")
      try lower("tickets", on: connection)
      count += 1
    }
    if try isNearEnd("change_sets", on: connection) {
      try connection.execute("PRAGMA defer_foreign_keys = ON")
      try renumber("change_sets", on: connection) { old, new in
        try connection.run("UPDATE change_sets SET undone_by = ? WHERE undone_by = ?", new, old)
        try connection.run("UPDATE changes SET change_set = ? WHERE change_set = ?", new, old)
      }
      count += 1
    }
    if try isNearEnd("changes", on: connection) {
      try renumber("changes", on: connection) { _, _ in }
      // The mending that follows indexes every book.
      try connection.run(
        "UPDATE settings SET value = 0 WHERE key IN ('indexed_through', 'log_mark')")
      count += 1
    }
    if try connection.integer("SELECT \(isEpochNearEnd)") != 0 {
      try beginEpochs(after: 0, on: connection)
      count += 1
    }
    return count
  }

  /// Gives every account a new epoch, and ends all tickets.
  /// - Parameter epoch: one that was given elsewhere; those here are greater.
  static func beginEpochs(after epoch: Int64, on connection: Connection) throws(StorageError) {
    try connection.run("DELETE FROM tickets")
    try connection.run(
      """
      INSERT INTO settings (key, value) VALUES ('last_epoch', max(?, \(plausibleEpoch)))
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, epoch)
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
  }

  /// Sets what SQLite remembers of a table's numbers.
  static func set(
    _ table: String, to last: Int64, on connection: Connection
  ) throws(StorageError) {
    try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", table)
    try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, last)
  }

  private static func isNearEnd(_ table: String, on connection: Connection) throws -> Bool {
    let (remembered, used) = try last(of: table, on: connection)
    return max(remembered, used) > nearEnd
  }

  private static func lower(_ table: String, on connection: Connection) throws {
    try connection.run(
      "DELETE FROM sqlite_sequence WHERE name = '\(table)' AND NOT seq BETWEEN 0 AND \(nearEnd)")
    try set(table, to: plausibleLast(of: table, on: connection), on: connection)
  }

  /// Moves rows with a number near the end behind the others, in their order.
  /// - Parameter moved: is told the old number and the new one, before the row is changed.
  private static func renumber(
    _ table: String, on connection: Connection, moved: (Int64, Int64) throws -> Void
  ) throws {
    var last = try plausibleLast(of: table, on: connection)
    while true {
      let old = try connection.integer(
        "SELECT min(rowid) FROM \(table) WHERE rowid > \(nearEnd)")
      guard old > nearEnd else { break }
      last += 1
      try moved(old, last)
      try connection.run("UPDATE \(table) SET rowid = ? WHERE rowid = ?", last, old)
    }
    try lower(table, on: connection)
  }
}
