import Catalogue
import Testing

@testable import Storage

@Suite("The news of edits by hand", .enabled(if: Shell.isInstalled))
struct NewsByHandTests {
  private let library: ShellLibrary
  private let database: Database

  init() throws {
    library = try ShellLibrary()
    database = try Database.open(at: library.path, access: .writing(create: false))
  }

  @Test(
    "each kind of statement in the shell is told for what it is",
    arguments: [
      (#"UPDATE books SET typed = '{"title":"T"}' WHERE number = 1;"#, ["1 changed: T"]),
      ("UPDATE catalogue SET title = 'T' WHERE number = 1;", ["1 changed: T"]),
      ("UPDATE books SET added_at = '2020-01-01T00:00:00.000Z';", ["1 changed: Imported"]),
      ("UPDATE OR REPLACE books SET imported = '{}' WHERE number = 1;", ["1 changed: -"]),
      (
        "INSERT INTO catalogue (title) VALUES ('N'); INSERT INTO catalogue (title) VALUES ('M');",
        ["2 new: N", "3 new: M"]
      ),
      (
        #"INSERT OR IGNORE INTO books (number, account, typed) VALUES (1, 1, '{"title":"I"}');"#, []
      ),
      (
        #"REPLACE INTO books (number, account, typed) VALUES (1, 1, '{"title":"R"}');"#,
        ["1 new: R"]
      ),
      (
        """
        INSERT INTO books (number, account, typed) VALUES (1, 1, '{"title":"U"}')
        ON CONFLICT (number) DO UPDATE SET typed = excluded.typed;
        """, ["1 changed: U"]
      ),
      ("DELETE FROM books WHERE number = 1;", ["1 deleted"]),
      ("DELETE FROM catalogue WHERE number = 1;", ["1 removed"]),
      (
        "DELETE FROM catalogue WHERE number = 1; UPDATE books SET removed_at = NULL;",
        ["1 changed: Imported"]
      ),
      (
        "INSERT INTO catalogue (title) VALUES ('N'); DELETE FROM books WHERE number = 2;",
        ["2 deleted"]
      ),
      (
        #"UPDATE books SET fetched = '{"title":"F"}', sync_state = 'fetched' WHERE number = 1;"#,
        ["1 changed: F"]
      ),
      ("UPDATE books SET isbn = NULL WHERE number = 1;", ["1 changed: Imported"]),
      ("UPDATE books SET title_key = 'x', author_key = 'y', year = 3;", []),
      ("BEGIN; DELETE FROM books; ROLLBACK;", []),
    ])
  func statements(sql: String, expected: [String]) async throws {
    let reader = try await NewsReader(database)
    try library.works(sql)
    #expect(try await reader.changes() == expected)
    #expect(try await reader.changes() == [])
    database.close()
  }

  @Test(
    "a row made anew has another incarnation and another ID; one restored has another incarnation")
  func incarnations() async throws {
    let before = try #require(
      try database.readAndWait {
        try BookRows.read(
          numbers: [BookNumber(rawValue: 1)], in: AccountID(rawValue: 1), on: $0
        ).first
      })
    let reader = try await NewsReader(database)
    try library.works("DELETE FROM catalogue; UPDATE books SET removed_at = NULL;")
    guard case .changed(let restored, isNew: false)? = try await reader.look().changes.first else {
      Issue.record("no change was told")
      return
    }
    #expect(restored.id == before.id)
    #expect(restored.incarnation != before.incarnation)
    try library.works("REPLACE INTO books (number, account) VALUES (1, 1);")
    guard case .changed(let anew, isNew: true)? = try await reader.look().changes.first else {
      Issue.record("no new row was told")
      return
    }
    #expect(anew.id != before.id)
    #expect(anew.incarnation != restored.incarnation)
    database.close()
  }

  @Test("half a transaction of another program is never seen")
  func halfATransaction() async throws {
    try library.works("INSERT INTO catalogue (title) VALUES ('N');")
    let reader = try await NewsReader(database)
    try library.works("BEGIN; UPDATE catalogue SET title = 'T' WHERE number = 1;")
    #expect(try await reader.changes() == [])
    try library.works("UPDATE catalogue SET title = 'T' WHERE number = 2;")
    #expect(try await reader.changes() == [])
    try library.works("COMMIT;")
    #expect(try await reader.changes() == ["1 changed: T", "2 changed: T"])
    database.close()
  }

  @Test("a completion by another process is told")
  func completion() async throws {
    let reader = try await NewsReader(database)
    let other = try Database.open(at: library.path, access: .writing(create: false))
    let holder = try TicketHolder(lockPath: other.lockPath)
    let now = Library.now
    let ticket = try other.writeAndWait { connection in
      let account = try Accounts.current(on: connection)
      let request = ClaimRequest(account: account.id, epoch: account.epoch, now: now, limit: 1)
      return try Tickets.claim(request, for: holder, on: connection).books.first?.ticket
    }
    #expect(try await reader.changes() == [], "a ticket changes no book")
    let claimed = try #require(ticket)
    var details = BookDetails()
    details.title = "Fetched"
    let record = TitleRecord(isbn: claimed.isbn, details: details)
    let refusal = try other.writeAndWait {
      try Tickets.redeem(claimed, with: .found(record), at: now, on: $0)
    }
    #expect(refusal == nil)
    guard case .changed(let book, isNew: false)? = try await reader.look().changes.first else {
      Issue.record("no completion was told")
      return
    }
    #expect(book.fetched.title == "Fetched")
    #expect(book.syncState == .fetched)
    other.close()
    database.close()
  }

  @Test("a row that a hand has spoilt is told, and keeps no other back")
  func spoilt() async throws {
    let reader = try await NewsReader(database)
    try library.works(
      """
      PRAGMA ignore_check_constraints = ON; UPDATE books SET incarnation = 'x';
      INSERT INTO catalogue (title) VALUES ('N');
      """)
    #expect(
      try await reader.changes() == [
        "1 unreadable: its incarnation is not 16 hexadecimal digits", "2 new: N",
      ])
    database.close()
  }

  @Test("an older copy that is restored into the file: everything must be read again")
  func restoredCopy() async throws {
    let copy = library.directory.file("copy.db")
    try library.works(".backup \(copy)")
    let reader = try await NewsReader(database)
    try library.works("UPDATE catalogue SET title = 'T' WHERE number = 1;")
    #expect(try await reader.changes() == ["1 changed: T"])
    try library.works(".restore \(copy)")
    #expect(try await reader.look().mustReload)
    #expect(try await reader.look().isEmpty)
    try library.works("UPDATE catalogue SET title = 'U' WHERE number = 1;")
    #expect(try await reader.changes() == ["1 changed: U"])
    database.close()
  }

  @Test("the recipe of the docs tells a program in plain SQL what has changed")
  func plainSQL() throws {
    let seen = try library.value("SELECT coalesce(max(seq), 0) FROM changes")
    try library.works(
      "INSERT INTO catalogue (title) VALUES ('N'); DELETE FROM catalogue WHERE number = 1;")
    let other = try Shell(library.path)
    try other.run("DELETE FROM books WHERE number = 1;")
    #expect(
      try library.value(
        """
        SELECT n.number, CASE WHEN b.number IS NULL THEN 'deleted' WHEN b.removed_at IS NOT NULL
          THEN 'removed' ELSE 'changed' END, b.incarnation IS NOT NULL
        FROM (SELECT DISTINCT number FROM changes WHERE seq > \(seen)) AS n
        LEFT JOIN books AS b ON b.number = n.number ORDER BY n.number
        """) == "1|deleted|0\n2|changed|1")
    database.close()
  }
}
