import Catalogue
import Glibc
import Testing

@testable import Storage

@Suite struct DatabaseCheckTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("library.db") }

  init() throws {
    directory = try TemporaryDirectory()
    let database = try Database.open(at: path, access: .writing(create: true))
    try database.writeAndWait {
      try $0.run(
        """
        INSERT INTO books (account, isbn, typed)
        VALUES (1, '9780306406157', '{"title":"Iron","published":"1999"}')
        """)
    }
    database.close()
  }

  /// Damages the library as a program without the schema's guards could.
  func findings(after sql: String, deep: Bool = false) throws -> [DatabaseFinding] {
    if !sql.isEmpty {
      let connection = try Connection(path: path, mode: .readWrite)
      try connection.execute(sql)
    }
    let database = try Database.open(at: path, access: .reading)
    return try database.readAndWait { try DatabaseCheck($0, deep: deep) }.findings
  }

  @Test("a sound library has no findings, deep or not")
  func sound() throws {
    #expect(try findings(after: "") == [])
    #expect(try findings(after: "", deep: true) == [])
  }

  @Test(
    "a year that was to come when the book was added is no finding, and one of before is",
    arguments: [("2001", []), ("2100", [DatabaseFinding.Kind.key])])
  func comingYear(added: String, kinds: [DatabaseFinding.Kind]) throws {
    let database = try Database.open(at: path, access: .writing(create: false))
    try database.writeAndWait {
      try $0.run(
        """
        UPDATE books SET typed = json_set(typed, '$.published', strftime('%Y', 'now')),
          added_at = ? || '-01-01T00:00:00.000Z'
        """, added)
    }
    #expect(try database.readAndWait { try $0.integer("SELECT year > 2001 FROM books") } == 1)
    database.close()
    #expect(try findings(after: "UPDATE books SET year = NULL").map(\.kind) == kinds)
  }

  @Test("a book of the year after the next one has no year")
  func distantYear() throws {
    let database = try Database.open(at: path, access: .writing(create: false))
    for (years, isPlausible) in [(1, true), (2, false)] {
      try database.writeAndWait {
        try $0.run(
          """
          UPDATE books SET typed = json_set(
            typed, '$.published', CAST(strftime('%Y', 'now') + ? AS TEXT))
          """, years)
      }
      let hasYear = try database.readAndWait {
        try $0.integer("SELECT year IS NOT NULL FROM books")
      }
      #expect((hasYear == 1) == isPlausible)
    }
  }

  static let damages: [(String, DatabaseFinding.Kind, String)] = [
    ("UPDATE books SET title_key = 'x'", .key, "title_key"),
    ("UPDATE books SET year = 3", .key, "year"),
    ("DELETE FROM books_fts", .index, "not in the search index"),
    ("UPDATE books_fts SET title = 'gold'", .index, "other words"),
    ("INSERT INTO books_fts (rowid, title) VALUES (99, 'x')", .index, "row 99 without a book"),
    ("DELETE FROM books_fts_data WHERE id > 1", .index, "damaged"),
    (
      """
      INSERT INTO tickets (number, account, epoch, incarnation, isbn, holder, issued_at, expires_at)
      VALUES (99, 1, 1, 'x', 'x', 1, 'x', 'x')
      """, .foreignKey, "row 1 of tickets"
    ),
    ("CREATE TRIGGER spy AFTER INSERT ON books BEGIN SELECT 1; END", .schema, "trigger spy"),
    ("CREATE VIEW other AS SELECT 1", .schema, "view other"),
    ("DROP TRIGGER books_guard", .schema, "trigger books_guard: it is missing"),
    ("UPDATE accounts SET is_current = 0", .account, "no account is current"),
    ("UPDATE settings SET value = 0 WHERE key = 'last_epoch'", .account, "counter"),
    (
      "UPDATE books SET typed = json_set(typed, '$.notes', 'e' || char(769))", .text,
      "normalisation form C"
    ),
    (
      "PRAGMA ignore_check_constraints = ON; UPDATE books SET incarnation = 'x'", .row,
      "incarnation"
    ),
    (
      "PRAGMA ignore_check_constraints = ON; UPDATE books SET isbn = '123'", .damaged, "CHECK"
    ),
    (
      """
      DROP TRIGGER books_insert;
      INSERT INTO books (account, id) SELECT account, id FROM books
      """, .id, "2 books have the id"
    ),
  ]

  @Test("each kind of damage is found and named", arguments: damages)
  func damaged(_ sql: String, _ kind: DatabaseFinding.Kind, _ text: String) throws {
    let findings = try findings(after: sql)
    #expect(
      findings.contains { $0.kind == kind && $0.description.contains(text) },
      "\(findings.map(\.description))")
  }

  @Test("a file that others can read is named")
  func permissions() throws {
    try #require(chmod(path, 0o644) == 0)
    #expect(Set(try findings(after: "").map(\.kind)) == [.permissions])
  }

  @Test("many findings of one kind are counted, not listed")
  func many() throws {
    let database = try Database.open(at: path, access: .writing(create: false))
    try database.writeAndWait {
      try $0.run(
        """
        WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 150)
        INSERT INTO books (account) SELECT 1 FROM n
        """)
    }
    try database.writeAndWait { try $0.run("UPDATE books SET title_key = 'x'") }
    let check = try database.readAndWait { try DatabaseCheck($0) }
    #expect(check.findings.count == FindingList.limit)
    #expect(check.notes.contains("51 more of the kind key"))
    #expect(check.books == 151)
  }

  @Test(
    "which versions of SQLite can lose commits",
    arguments: [
      (3_006_023, false), (3_007_000, true), (3_040_001, true), (3_044_005, true),
      (3_044_006, false), (3_045_000, true), (3_050_006, true), (3_050_007, false),
      (3_051_002, true), (3_051_003, false), (3_052_000, false),
    ])
  func versions(_ number: Int, _ isAffected: Bool) {
    #expect(SQLiteVersion.hasWALResetBug(number) == isAffected)
  }
}
