import Catalogue
import Testing

@testable import Storage

@Suite(.enabled(if: Shell.isInstalled, "the sqlite3 program is not installed"))
struct TableByHandTests {
  @Test("every column of the table can be set, or is refused by name")
  func columns() throws {
    let library = try ShellLibrary()
    let generated = Set(
      try library.value("SELECT name FROM pragma_table_xinfo('books') WHERE hidden > 0")
        .split(separator: "\n").map(String.init))
    let fixed: Set = ["number", "id", "account"]
    let values = [
      "isbn": "NULL", "incarnation": "'0123456789abcdef'", "origin_key": "'x:1'",
      "typed": "json_set(typed, '$.title', 'Helium')", "fetched": "'{\"title\":\"F\"}'",
      "imported": "'{\"title\":\"I\"}'", "title_key": "title_key", "author_key": "author_key",
      "year": "year", "added_at": "'2020-01-02T03:04:05.678Z'",
      "edited_at": "'2020-01-02T03:04:05.678Z'", "removed_at": "'2020-01-02T03:04:05.678Z'",
      "sync_state": "'failed'", "sync_at": "'2020-01-02T03:04:05.678Z'", "sync_detail": "'x'",
      "source_key": "'k'", "validators": "'v'", "fetched_at": "'2020-01-02T03:04:05.678Z'",
      "completed_by": "7",
    ]
    let all = try library.value("SELECT name FROM pragma_table_xinfo('books')")
      .split(separator: "\n").map(String.init)
    #expect(all.count > 40)
    for column in all {
      if generated.contains(column) {
        try library.refuses(
          "UPDATE books SET \(column) = 'x';",
          naming: "cannot UPDATE generated column \"\(column)\"")
      } else if fixed.contains(column) {
        try library.refuses(
          "UPDATE books SET \(column) = (SELECT max(\(column)) FROM books) || 9;",
          naming: column)
      } else {
        let value = try #require(values[column], "\(column) is not tried")
        try library.works("UPDATE books SET \(column) = \(value);")
      }
    }
    try library.isSound(finding: ["helium"])
  }

  @Test(
    "wrong values are refused whole and by name",
    arguments: [
      ("typed", #"'{"title":5}'"#, "a field in typed has the wrong type"),
      ("typed", #"'{"authors":"Ann"}'"#, "a field in typed has the wrong type"),
      ("typed", #"'{"pages":"n"}'"#, "pages"), ("typed", #"'{"rating":true}'"#, "wrong type"),
      ("fetched", #"'{"pages":null}'"#, "a field in fetched has the wrong type"),
      ("imported", #"'{"tags":{}}'"#, "a field in imported has the wrong type"),
      ("typed", #"'{"tags":["x",1]}'"#, "a list or identifiers in typed"),
      ("fetched", #"'{"identifiers":{"a":null}}'"#, "a list or identifiers in fetched"),
      ("imported", #"'{"contributors":[{"role":"x"}]}'"#, "a list or identifiers in imported"),
      ("imported", #"'{"contributors":["Ann"]}'"#, "a list or identifiers in imported"),
      ("fetched", #"'{"pages":-1}'"#, "pages is 0 or more"),
      ("imported", #"'{"copies":-1}'"#, "copies is 0 or more"),
      ("typed", "'[]'", "a field in typed has the wrong type"),
      ("typed", "'7'", "a field in typed has the wrong type"),
      ("typed", "'{\"title\":'", "malformed JSON"), ("imported", "'title'", "malformed JSON"),
      ("fetched", "''", "malformed JSON"), ("typed", "NULL", "books.typed"),
      ("typed", "x'00'", "books.typed"), ("isbn", "'9780306406158'", "isbn"),
      ("isbn", "'978030640615'", "isbn"), ("isbn", "'9770306406157'", "isbn"),
      ("removed_at", "'yesterday'", "removed_at"),
      ("added_at", "'2026-02-30T00:00:00.000Z'", "added_at"),
      ("added_at", "'now'", "CHECK constraint"), ("sync_state", "'in-flight'", "sync_state"),
      ("incarnation", "'x'", "incarnation"), ("year", "'x'", "books.year"),
    ])
  func wrong(_ column: String, _ value: String, _ reason: String) throws {
    let library = try ShellLibrary()
    try library.refuses("UPDATE books SET \(column) = \(value);", naming: reason)
    try library.isSound(finding: ["imported"])
  }

  @Test("an INSERT with a value of the wrong type within a list is refused whole")
  func insertWrong() throws {
    let library = try ShellLibrary()
    for origin in ["typed", "fetched", "imported"] {
      for verb in ["INSERT", "INSERT OR IGNORE", "REPLACE"] {
        try library.refuses(
          "\(verb) INTO books (account, \(origin)) VALUES (1, '{\"authors\":[7]}');",
          naming: "a list or identifiers in \(origin)")
      }
    }
    try library.isSound(finding: ["imported"])
  }

  @Test("a counter in settings takes whole numbers only")
  func counters() throws {
    let library = try ShellLibrary()
    for (key, value) in [("last_epoch", "'x'"), ("indexed_through", "NULL"), ("last_epoch", "-1")] {
      let answer = try library.run("UPDATE settings SET value = \(value) WHERE key = '\(key)';")
      #expect(answer.contains("whole numbers"))
    }
    try library.isSound(finding: ["imported"])
  }

  @Test("INSERT, INSERT OR IGNORE and upsert")
  func insert() throws {
    let library = try ShellLibrary()
    try library.works(
      """
      INSERT INTO books (account, typed) VALUES (1, '{"title":"Neon"}');
      INSERT OR IGNORE INTO books (number, account, typed) VALUES (1, 1, '{"title":"Lost"}');
      INSERT OR IGNORE INTO books (account, typed) VALUES (1, '{"title":"Argon"}');
      INSERT INTO books (number, account, typed) VALUES (1, 1, '{"title":"Krypton"}')
      ON CONFLICT (number) DO UPDATE SET typed = excluded.typed;
      """)
    #expect(
      try library.value("SELECT number, title, sync_state FROM books ORDER BY number")
        == "1|Krypton|never\n2|Neon|no-isbn\n3|Argon|no-isbn")
    #expect(try library.value("SELECT count(DISTINCT id) FROM books") == "3")
    try library.isSound(finding: ["neon", "argon", "krypton"])
  }

  @Test("REPLACE makes another book under the number, and no ticket outlives it")
  func replace() throws {
    let library = try ShellLibrary()
    try library.works(
      """
      INSERT INTO tickets (number, account, epoch, incarnation, isbn, holder, issued_at, expires_at)
      SELECT number, account, 1, incarnation, isbn, 7, added_at, added_at FROM books;
      """)
    let before = try library.value("SELECT incarnation FROM books")
    try library.works(
      "REPLACE INTO books (number, account, typed) VALUES (1, 1, '{\"title\":\"Xenon\"}');")
    #expect(try library.value("SELECT incarnation FROM books") != before)
    #expect(try library.value("SELECT count(*) FROM tickets") == "0")
    try library.isSound(finding: ["xenon"])
    #expect(
      try library.value("SELECT count(*) FROM books_fts WHERE books_fts MATCH 'imported'") == "0")
  }

  @Test("an id of another book is refused however it comes, and nothing is lost")
  func ids() throws {
    let library = try ShellLibrary()
    try library.works("INSERT INTO books (account) VALUES (1);")
    let columns = "(account, id) SELECT 1, id FROM books WHERE number = 1"
    for verb in ["INSERT", "INSERT OR IGNORE", "REPLACE"] {
      try library.refuses("\(verb) INTO books \(columns);", naming: "another book has this id")
    }
    try library.refuses(
      "REPLACE INTO books (number, account, id) SELECT 2, 1, id FROM books WHERE number = 1;",
      naming: "another book has this id")
    try library.isSound()
  }

  @Test("a number, a rowid and an id stay, also with OR REPLACE and OR IGNORE")
  func identity() throws {
    let library = try ShellLibrary()
    try library.works("INSERT INTO books (account) VALUES (1);")
    for verb in ["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"] {
      for change in ["number = 2", "rowid = 2", "rowid = 77", "_rowid_ = 2", "oid = 2"] {
        if verb != "UPDATE" && change.hasSuffix("2") && verb == "UPDATE OR IGNORE" { continue }
        try library.refuses(
          "\(verb) books SET \(change) WHERE number = 1;",
          naming: verb == "UPDATE" && change.hasSuffix(" 2") ? "books.number" : "number, id")
      }
    }
    try library.works("UPDATE OR IGNORE books SET number = 2 WHERE number = 1;")
    #expect(try library.value("SELECT group_concat(number) FROM books") == "1,2")
    try library.works(
      "UPDATE OR REPLACE books SET typed = '{\"title\":\"Radon\"}' WHERE number = 1;")
    try library.isSound(finding: ["radon"])
  }

  @Test("DELETE takes a book out of everything")
  func delete() throws {
    let library = try ShellLibrary()
    try library.works("DELETE FROM books WHERE number = 1;")
    #expect(
      try library.value("SELECT before ->> '$.imported.title' FROM changes WHERE kind = 'delete'")
        == "Imported")
    try library.isSound()
    #expect(try library.value("SELECT count(*) FROM books_fts") == "0")
    try library.works("INSERT INTO books (account) VALUES (1);")
    #expect(try library.value("SELECT number FROM books") == "2")
  }

  @Test("the log says what changed, and what was there before")
  func log() throws {
    let library = try ShellLibrary()
    try library.works(
      """
      UPDATE books SET typed = '{"title":"A"}';
      UPDATE books SET isbn = NULL;
      UPDATE books SET removed_at = '2026-11-30T07:00:00.000Z';
      UPDATE books SET title_key = title_key;
      """)
    let log = try library.value(
      "SELECT before FROM changes WHERE before IS NOT NULL ORDER BY seq")
    #expect(
      log == """
        {"typed":{}}
        {"isbn":"9780306406157"}
        {"removed_at":null}
        """)
  }

  @Test("another ISBN empties what was fetched for the old one")
  func isbn() throws {
    let library = try ShellLibrary()
    try library.works(
      """
      UPDATE books SET fetched = '{"title":"F"}', validators = 'v', source_key = 'k',
        sync_state = 'fetched', sync_at = '2026-11-30T07:00:00.000Z',
        fetched_at = '2026-11-30T07:00:00.000Z';
      UPDATE books SET isbn = '9791090636071';
      """)
    #expect(
      try library.value(
        """
        SELECT fetched, validators IS NULL, source_key IS NULL, sync_state, sync_at IS NULL,
          fetched_at IS NULL FROM books
        """) == "{}|1|1|never|1|1")
    try library.isSound(finding: ["imported"])
  }

  @Test("a dump is read back into a library that works, once both numbers are set")
  func dump() throws {
    let library = try ShellLibrary()
    try library.works("UPDATE catalogue SET title = 'Çelik', tags = 'x';")
    try library.isSound(finding: ["celik"])
    let version = try library.value("PRAGMA user_version")
    let file = library.directory.file("dump.sql")
    try library.run(".output \(file)\n.dump\n.output stdout")
    let copy = library.directory.file("copy.db")
    let shell = try Shell(copy)
    #expect(try shell.run(".read \(file)") == "")
    let refused = #expect(throws: StorageError.self) {
      try Database.open(at: copy, access: .reading)
    }
    #expect(refused?.remedy.contains("application_id") == true)
    try shell.run("PRAGMA application_id = 1818457196; PRAGMA user_version = \(version);")
    let database = try Database.open(at: copy, access: .writing(create: false))
    try database.writeAndWait { try $0.run("INSERT INTO books (account) VALUES (1)") }
    let check = try database.readAndWait { try DatabaseCheck($0, deep: true) }
    #expect(check.findings.filter { $0.kind != .permissions }.map(\.description) == [])
    #expect(try database.readAndWait { try $0.string("SELECT max(number) FROM books") } == "2")
    #expect(
      try database.readAndWait {
        try $0.integer("SELECT count(*) FROM books_fts WHERE books_fts MATCH 'celik'")
      } == 1)
  }
}
