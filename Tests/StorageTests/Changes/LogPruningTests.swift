import Catalogue
import Testing

@testable import Storage

/// When entries of the log of changes go.
@Suite struct LogPruningTests {
  let library: Library
  private static let day: Int64 = 86_400_000
  private static let year = 365 * day

  init() throws { library = try Library() }

  /// Adds entries as a command does at a moment.
  /// - Parameter days: the day, counted from the first one.
  private func work(_ entries: Int = 300, onDay days: Double) throws {
    let now = Instant(rawValue: Library.now.rawValue + Int64(days * Double(Self.day)))
    // The upkeep of the index would look at the system's clock.
    try library.database.withWriter { connection in
      let beforeCommit = connection.beforeCommit
      connection.beforeCommit = nil
      defer { connection.beforeCommit = beforeCommit }
      try connection.write {
        let first = try connection.integer("SELECT coalesce(max(seq), 0) FROM changes")
        for _ in 0..<entries {
          try connection.run(
            "INSERT INTO books (account, sync_state) VALUES (1, 'no-isbn')")
        }
        let last = try connection.integer("SELECT max(seq) FROM changes")
        try connection.run("UPDATE settings SET value = ? WHERE key = 'indexed_through'", last)
        try LogPruning.run(connection, from: first, to: last, at: now)
      }
    }
  }

  private func first() throws -> String? { try library.value("SELECT min(seq) FROM changes") }

  @Test("entries go when two looks a day apart find the mark after them 90 days old, not before")
  func pruning() throws {
    try work(onDay: 0)
    try work(onDay: 1)
    try work(onDay: 89)
    #expect(try first() == "1")
    try work(onDay: 90.5)
    try work(onDay: 91)
    #expect(try first() == "1")
    try work(onDay: 91.6)
    #expect(try first() == "301")
    #expect(
      try library.value("SELECT count(*) FROM settings WHERE key = 'log_mark_found_old_at'") == "0")
  }

  @Test("a clock that is a year ahead for some runs takes nothing away, however often")
  func ahead() throws {
    try work(onDay: 0)
    for round in 0..<5 {
      let minute = Double(round) / 1440
      try work(onDay: 365 + minute)
      try work(onDay: 365.5 + minute)
      try work(onDay: 366.9 + minute - 1)
      try work(onDay: 1 + minute)
    }
    #expect(try first() == "1")
    // Then it goes on as if nothing had been.
    try work(onDay: 95)
    try work(onDay: 97)
    #expect(try first() == "301")
  }

  @Test("a mark that was set while the clock was ahead, or behind, does not keep the log for ever")
  func wrongMark() throws {
    for days in [365.0, -3650] {
      try library.write { try $0.run("DELETE FROM settings WHERE key LIKE 'log%'") }
      try work(onDay: days)
      try work(onDay: 1)
      #expect(try first() == "1")
    }
    try work(onDay: 1.5)
    let before = try library.value("SELECT max(seq) FROM changes")
    for day in [100.0, 102, 200, 202] { try work(onDay: day) }
    #expect(try Int(first() ?? "") ?? 0 > Int(before ?? "") ?? 0)
  }
}
