import Catalogue

/// Keeps the log of changes from growing without end: entries go when they are older than 90 days.
///
/// Entries bear no time. So a mark is kept, "this was the last entry at that time": when the mark is
/// 90 days old, what is before it goes, and a new one is set. One look at a clock is not believed: a
/// clock that is a year ahead for an hour would take away what was done a minute ago. The mark must be
/// found old again at least a day later, with no look between that finds it young.
enum LogPruning {
  /// How many entries may be added between two looks at the mark.
  static let interval: Int64 = 256
  /// How many entries go at most in one transaction.
  static let limit = 5000

  /// Runs after the index has been brought up to date, within its transaction. Mostly O(1).
  /// - Parameters:
  ///   - first: the last entry that was indexed before.
  ///   - last: the last entry of the log.
  ///   - now: the time; nil: as the system has it.
  static func run(
    _ connection: Connection, from first: Int64, to last: Int64, at now: Instant? = nil
  ) throws(StorageError) {
    guard first / interval != last / interval else { return }
    let now =
      if let now { now.description } else { try connection.string("SELECT \(instant("'now'"))") }
    let mark = try connection.prepare(
      """
      SELECT seq.value, at.value > ?1, at.value <= \(instant("?1, '-90 days'")),
        due.value IS NULL OR due.value > ?1, due.value <= \(instant("?1, '-1 day'"))
      FROM settings AS seq JOIN settings AS at ON at.key = 'log_mark_at'
      LEFT JOIN settings AS due ON due.key = 'log_mark_found_old_at'
      WHERE seq.key = 'log_mark'
      """)
    try mark.bind(now)
    guard try mark.step() else { return try set(last, at: now, on: connection) }
    let seq = mark.int64(0)
    let isAhead = mark.bool(1)
    let isOld = mark.bool(2)
    let isNews = mark.bool(3)
    let isConfirmed = mark.bool(4)
    mark.reset()
    // A clock that was set back must not keep the log for years.
    if isAhead { return try set(last, at: now, on: connection) }
    guard isOld else {
      try connection.run("DELETE FROM settings WHERE key = 'log_mark_found_old_at'")
      return
    }
    // mutant believe-one-clock: `guard !isNews else {` -> `if false {` (LogPruningTests)
    guard !isNews else {
      try connection.run(
        "REPLACE INTO settings (key, value) VALUES ('log_mark_found_old_at', ?)", now)
      return
    }
    // mutant believe-one-day: `guard isConfirmed else` -> `if false` (LogPruningTests)
    guard isConfirmed else { return }
    let gone = try connection.run(
      "DELETE FROM changes WHERE seq IN (SELECT seq FROM changes WHERE seq <= ? LIMIT ?)",
      min(seq, last), limit)
    if gone < limit { try set(last, at: now, on: connection) }
  }

  private static func instant(_ arguments: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%fZ', \(arguments))"
  }

  private static func set(
    _ last: Int64, at now: String, on connection: Connection
  ) throws(StorageError) {
    try connection.run(
      "REPLACE INTO settings (key, value) VALUES ('log_mark', ?), ('log_mark_at', ?)", last, now)
    try connection.run("DELETE FROM settings WHERE key = 'log_mark_found_old_at'")
  }
}
