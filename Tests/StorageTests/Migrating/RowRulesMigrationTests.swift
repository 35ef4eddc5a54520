import Catalogue
import Migrations
import Testing

@testable import Storage

/// The migration that says the rules of rows in other words, over a library of the release before it.
@Suite struct RowRulesMigrationTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("library.db") }

  init() throws {
    directory = try TemporaryDirectory()
    var old = DatabaseOptions()
    old.migrations = Array(Migrations.all.prefix(5))
    let database = try Database.open(
      at: directory.file("library.db"), access: .writing(create: true), options: old)
    try database.writeAndWait { connection in
      try connection.execute(
        """
        INSERT INTO books (account, isbn, typed, fetched, imported, sync_state, sync_at, fetched_at)
        VALUES
          (1, '9780306406157', '{}', '{}', '{}', 'never', NULL, NULL),
          (1, '9780261102217', '{"title":"T","rating":null,"started_at":"2024-05"}',
            '{"title":"F","pages":3,"series":"S","series_number":"2"}', '{}', 'fetched',
            '2026-11-30T07:00:00.000Z', '2026-11-30T07:00:00.000Z'),
          (1, NULL, '{"title":"","series":"Other","identifiers":{"asin":null,"lc":"1"}}', '{}',
            '{"authors":["A"],"contributors":[{"name":"A"}],"series":"S","series_number":"3",
              "identifiers":{"asin":"B","goodreads":"7"}}', 'no-isbn', NULL, NULL);
        UPDATE books SET removed_at = '2026-11-30T07:00:00.000Z' WHERE number = 3;
        """)
    }
    database.close()
  }

  private func rows() throws -> [[String?]] {
    let connection = try Connection(path: path)
    return try ["books", "changes", "books_fts"].flatMap { table in
      try connection.all("SELECT rowid, * FROM \(table) ORDER BY rowid") { row in
        (0..<row.columnCount).map { row.optionalText($0) }
      }
    }
  }

  @Test("every column shows the same afterwards, and the file is whole")
  func nothingChanged() throws {
    let before = try rows()
    #expect(before.count == 11)
    try Database.open(at: path, access: .writing(create: false)).close()
    #expect(try rows() == before)
    let connection = try Connection(path: path)
    #expect(try connection.integer("PRAGMA user_version") == Int64(Migrations.all.count))
    #expect(try connection.string("PRAGMA integrity_check") == "ok")
    // Worked out anew, with the new words.
    try connection.execute("UPDATE books SET typed = typed, fetched = fetched, imported = imported")
    #expect(try rows().prefix(3) == before.prefix(3))
  }

  @Test("a library that is open elsewhere meanwhile goes on")
  func openElsewhere() throws {
    let other = try Connection(path: path)
    #expect(try other.integer("SELECT count(*) FROM books") == 3)
    try Database.open(at: path, access: .writing(create: false)).close()
    try other.execute("UPDATE catalogue SET title = 'X' WHERE number = 2")
    #expect(try other.string("SELECT title FROM books WHERE number = 2") == "X")
    #expect(throws: StorageError.self) {
      try other.execute("UPDATE books SET sync_state = 'other' WHERE number = 2")
    }
  }

  @Test("nobody can write the schema's own table afterwards")
  func schemaIsProtected() throws {
    let database = try Database.open(at: path, access: .writing(create: false))
    try database.writeAndWait { connection in
      try connection.execute("PRAGMA writable_schema = ON")
      #expect(throws: StorageError.self) {
        try connection.execute("UPDATE sqlite_schema SET sql = sql")
      }
    }
    database.close()
  }

  @Test("no row that is written makes a table in memory")
  func noTableForEachRow() throws {
    try Database.open(at: path, access: .writing(create: false)).close()
    let connection = try Connection(path: path)
    for statement in [
      "INSERT INTO books (account, isbn, imported) VALUES (1, ?, ?)",
      "UPDATE books SET typed = ? WHERE number = ?",
      "UPDATE books SET fetched = ?, sync_state = 'fetched', fetched_at = ? WHERE number = ?",
    ] {
      // The triggers that look into lists do, and not within a change set; they come last.
      let operations = try connection.all("EXPLAIN \(statement)") { ($0.text(1), $0.text(5)) }
      var trigger = ""
      for (operation, text) in operations {
        if text.hasPrefix("-- TRIGGER ") { trigger = text }
        #expect(
          operation != "OpenEphemeral" || trigger.hasSuffix("_values"), "\(statement): \(trigger)")
      }
      #expect(operations.count > 500)
    }
  }
}
