import Catalogue
import Testing

@testable import Storage

/// A library that the program has made, with one book, and the sqlite3 program opened on it.
struct ShellLibrary {
  static let isbn = "9780306406157"
  let directory: TemporaryDirectory
  let path: String
  let shell: Shell

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("library.db")
    let database = try Database.open(at: path, access: .writing(create: true))
    try database.writeAndWait { connection in
      try connection.run(
        """
        INSERT INTO books (account, isbn, imported, origin_key)
        VALUES (1, ?, '{"title":"Imported","pages":100,"identifiers":{"goodreads":"5"}}', 'goodreads:5')
        """, Self.isbn)
    }
    database.close()
    shell = try Shell(path)
  }

  @discardableResult
  func run(_ sql: String) throws -> String { try shell.run(sql) }

  /// Runs a statement that must work.
  func works(_ sql: String, _ place: SourceLocation = #_sourceLocation) throws {
    #expect(try run(sql) == "", sourceLocation: place)
  }

  /// Runs a statement that must be refused with a text that names the reason, and change nothing.
  func refuses(
    _ sql: String, naming text: String, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let all = "SELECT * FROM books; SELECT * FROM accounts; SELECT count(*) FROM changes;"
    let before = try run(all)
    let answer = try run(sql)
    #expect(answer.contains(text), sourceLocation: place)
    #expect(try run(all) == before, sourceLocation: place)
  }

  func value(_ sql: String) throws -> String { try run(sql + ";") }

  /// SQLite, the program and the search index agree that nothing is wrong.
  func isSound(finding words: [String] = [], _ place: SourceLocation = #_sourceLocation) throws {
    #expect(try run("PRAGMA integrity_check;") == "ok", sourceLocation: place)
    #expect(try run("PRAGMA foreign_key_check;") == "", sourceLocation: place)
    #expect(
      try run("INSERT INTO books_fts (books_fts) VALUES ('integrity-check');") == "",
      sourceLocation: place)
    let database = try Database.open(at: path, access: .reading)
    defer { database.close() }
    let check = try database.readAndWait { try DatabaseCheck($0, deep: true) }
    #expect(check.findings.map(\.description) == [], sourceLocation: place)
    for word in words {
      let found = try database.readAndWait {
        try $0.first("SELECT count(*) FROM books_fts WHERE books_fts MATCH ?", word) { $0.int(0) }
      }
      #expect(found == 1, "\(word)", sourceLocation: place)
    }
  }
}
