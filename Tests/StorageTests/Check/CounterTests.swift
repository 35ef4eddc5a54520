import Catalogue
import Testing

@testable import Storage

/// Counters that a hand, or damage, has set to the end of all numbers.
@Suite struct CounterTests {
  let library: Library

  init() throws {
    library = try Library()
    for title in ["A", "B"] { try library.add { $0.title = title } }
    try library.database.backUp(to: library.directory.file("good.db"))
  }

  private func spoil(_ sql: String, _ path: String? = nil) throws {
    try Connection(path: path ?? library.database.path, mode: .readWrite).execute(sql)
  }

  private func findings() throws -> [DatabaseFinding] {
    try library.read { try DatabaseCheck($0, deep: true) }.findings
  }

  private static let end = "9223372036854775807"
  private static let ticket = """
    INSERT INTO tickets (serial, number, account, epoch, incarnation, isbn, holder, issued_at,
      expires_at)
    SELECT \(end), number, account, 1, incarnation, '9780306406157', 1, '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z' FROM books WHERE number = 1
    """
  private static func remembered(_ table: String) -> String {
    """
    DELETE FROM sqlite_sequence WHERE name = '\(table)';
    INSERT INTO sqlite_sequence (name, seq) VALUES ('\(table)', \(end))
    """
  }

  /// With whether `--fix` lowers it.
  static let damages: [(String, Bool)] = [
    (remembered("changes"), true),
    ("INSERT INTO changes (seq, number, kind) VALUES (\(end), 1, 'update')", true),
    ("INSERT INTO changes (seq, number, kind) VALUES (\(end) - 1, 1, 'update')", true),
    (remembered("change_sets"), true),
    (
      """
      INSERT INTO change_sets (id, name, undone_by) VALUES (\(end), 'x', \(end) - 5),
        (\(end) - 5, 'y', NULL);
      UPDATE change_sets SET undone_by = \(end) WHERE id = 1
      """, true
    ),
    (remembered("tickets"), true), (ticket, true),
    ("UPDATE settings SET value = \(end) WHERE key = 'last_epoch'", true),
    ("UPDATE accounts SET epoch = \(end)", true),
    (remembered("books"), false), (remembered("accounts"), false),
    ("INSERT INTO books (number, account) VALUES (\(end), 1)", false),
  ]

  @Test("a counter near its end is named, and lowered where nobody can notice", arguments: damages)
  func named(_ sql: String, _ isMended: Bool) throws {
    try spoil(sql)
    let found = try findings()
    #expect(found.contains { $0.kind == .counter }, "\(found)")
    let mending = try library.database.mend()
    #expect((mending.counters > 0) == isMended)
    #expect(try findings().map(\.kind) == (isMended ? [] : [.counter]))
    guard isMended else { return }
    let next = try library.add { $0.title = "C" }
    #expect(next.rawValue == 3)
    #expect(
      try library.read { try BookSearch.find(BookQuery("c"), in: Library.home, on: $0) } == [next])
    try library.write {
      try $0.run("INSERT INTO accounts (name, source) VALUES ('away', 'file')")
      try $0.run("UPDATE accounts SET is_current = 1 WHERE name = 'away'")
    }
    #expect(try findings() == [])
  }

  @Test("what is left to a person says what to do in sqlite3, and it helps")
  func byHand() throws {
    for sql in [Self.remembered("books"), Self.damages[11].0] {
      try spoil(sql)
      let remedy = try #require(try findings().first { $0.kind == .counter }).remedy
      let statements = try #require(remedy.firstRange(of: "run in sqlite3: "))
      let end = remedy.firstRange(of: "; then import")?.lowerBound ?? remedy.endIndex
      try spoil(String(remedy[statements.upperBound..<end]))
      #expect(try findings() == [])
      try library.add { $0.title = "C" }
    }
  }

  @Test(
    "an addition that has no number says so, and not that the disk is full",
    arguments: [
      (remembered("changes"), "changes"), (damages[1].0, "changes"),
      (remembered("books"), "books"), (remembered("change_sets"), "change_sets"),
    ])
  func exhausted(_ sql: String, _ table: String) throws {
    try spoil(sql)
    let error = #expect(throws: StorageError.self) { try library.add { $0.title = "C" } }
    #expect(error?.kind == .exhausted)
    #expect(error?.what == "no number is left for a new row of \(table)")
    #expect(error?.remedy.contains("db check") == true)
    #expect(try library.value("SELECT count(*) FROM books") == "2")
  }

  @Test("an account that can begin no epoch says so")
  func noEpoch() throws {
    try library.write {
      try $0.run("INSERT INTO accounts (name, source) VALUES ('away', 'file')")
    }
    try spoil("UPDATE settings SET value = \(Self.end) WHERE key = 'last_epoch'")
    let error = #expect(throws: StorageError.self) {
      try library.write { try $0.run("UPDATE accounts SET is_current = 1 WHERE name = 'away'") }
    }
    #expect(error?.kind == .exhausted)
    #expect(error?.what == "no epoch is left for the account")
  }

  @Test("a restore over a library with such a counter makes it well again", arguments: damages)
  func restoreOver(_ sql: String, _: Bool) throws {
    try spoil(sql)
    try library.database.restore(from: library.directory.file("good.db"))
    #expect(try findings() == [])
    #expect(try library.add { $0.title = "C" }.rawValue == 3)
  }

  @Test(
    "a backup with such a counter is restored, and what is left of it is named", arguments: damages)
  func restoreFrom(_ sql: String, _: Bool) throws {
    try spoil(sql, library.directory.file("good.db"))
    try library.add { $0.title = "C" }
    try library.database.restore(from: library.directory.file("good.db"))
    let left = try findings()
    #expect(
      left.allSatisfy {
        $0.kind == .counter && $0.message.contains("books") || $0.message.contains("change_sets")
      })
    if left.isEmpty { try library.add { $0.title = "D" } }
  }

  @Test("who follows the log of such a library reads everything anew")
  func followers() async throws {
    let feed = ChangeFeed(of: library.database)
    try spoil(Self.damages[1].0)
    var news = try await feed.look(from: nil)
    news = try await feed.look(from: news.position)
    #expect(!news.mustReload)
    _ = try library.database.mend()
    news = try await feed.look(from: news.position)
    #expect(news.mustReload)
  }
}
