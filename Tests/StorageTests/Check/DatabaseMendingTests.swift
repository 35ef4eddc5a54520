import Catalogue
import Testing

@testable import Storage

@Suite struct DatabaseMendingTests {
  let library: Library

  init() throws {
    library = try Library()
    for title in ["Iron", "Gold"] { try library.add { $0.title = title } }
  }

  /// Does what a hand could do to the file.
  func spoil(_ sql: String) throws {
    let connection = try Connection(path: library.database.path, mode: .readWrite)
    try connection.execute(sql)
  }

  func findings() throws -> [String] {
    try library.read { try DatabaseCheck($0, deep: true) }.findings.map(\.description)
  }

  static let damages = [
    "UPDATE books SET year = 1234, title_key = 'zz'",
    "DELETE FROM books_fts WHERE rowid = 1",
    "UPDATE books_fts SET title = 'silver'",
    "INSERT INTO books_fts (rowid, title) VALUES (99, 'x')",
    "DELETE FROM books_fts_data WHERE id > 1",
    "DELETE FROM books_fts_content",
    "UPDATE books SET typed = json_set(typed, '$.notes', 'e' || char(769))",
    "UPDATE settings SET value = 0 WHERE key = 'last_epoch'",
    "DELETE FROM settings WHERE key = 'last_epoch'",
    """
    PRAGMA ignore_check_constraints = ON;
    UPDATE settings SET value = 'x' WHERE key = 'last_epoch'
    """,
  ]

  @Test("what the program keeps is found wrong, and made right", arguments: damages)
  func mended(_ sql: String) throws {
    try spoil(sql)
    #expect(try findings().contains { $0.hasSuffix("`db check --fix` makes it right") })
    let mending = try library.database.mend()
    #expect(mending.keys + mending.indexRows + mending.texts + mending.counters > 0)
    #expect(try findings() == [])
    let again = try library.database.mend()
    #expect(again.keys + again.indexRows + again.texts + again.counters == 0)
    #expect(
      try library.value("SELECT group_concat(rowid) FROM books_fts WHERE books_fts MATCH 'gold'")
        == "2")
  }

  @Test("a row that breaks a rule is left, named, and hides no other")
  func stubborn() throws {
    try spoil(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE books SET typed = '{"title":"e\u{301}","pages":-3}' WHERE number = 1;
      UPDATE books SET title_key = 'zz'
      """)
    let mending = try library.database.mend()
    // The key of book 1 was due anyway, since the log tells of its change.
    #expect(mending.keys == 1)
    #expect(mending.texts == 0)
    let left = try findings()
    #expect(left.contains { $0.contains("book 1: pages in typed has a value of the wrong type") })
    #expect(left.allSatisfy { !$0.contains("book 2") }, "\(left)")
  }

  @Test(
    "a mark of the index that is no number, or lies ahead, counts as 0", arguments: ["'x'", "999"])
  func mark(_ value: String) throws {
    try spoil(
      """
      PRAGMA ignore_check_constraints = ON;
      UPDATE settings SET value = \(value) WHERE key = 'indexed_through';
      UPDATE books SET typed = '{"title":"Zinc"}' WHERE number = 1
      """)
    #expect(
      try library.value("SELECT group_concat(rowid) FROM books_fts WHERE books_fts MATCH 'zinc'")
        == "1")
    #expect(
      try library.value(
        "SELECT typeof(value) FROM settings WHERE key = 'indexed_through'") == "integer")
    #expect(try findings() == [])
  }

  @Test("optimizing makes keys and search index right, and moves the log into the database")
  func optimized() throws {
    try spoil("DELETE FROM books_fts_data WHERE id > 1; UPDATE books SET title_key = 'zz'")
    #expect(try library.database.optimize() == 2)
    #expect(try findings() == [])
    #expect(try library.database.emptyLog())
  }
}
