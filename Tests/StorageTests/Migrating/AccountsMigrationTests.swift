import Catalogue
import Migrations
import Testing

@testable import Storage

/// The migration that makes the table of accounts anew, over a library of the release before it.
@Suite struct AccountsMigrationTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("library.db") }

  /// A library of the schema's version 4, with accounts, books and tickets; the last account that was
  /// made is gone again.
  init() throws {
    directory = try TemporaryDirectory()
    var old = DatabaseOptions()
    old.migrations = Array(Migrations.all.prefix(4))
    let database = try Database.open(
      at: directory.file("library.db"), access: .writing(create: true), options: old)
    try database.writeAndWait { connection in
      try connection.execute(
        """
        INSERT INTO accounts (name, source, endpoint, contact, rate)
        VALUES ('Büro', 'http', 'https://example.org/t', 'a@example.org', 9e999),
          ('shelf', 'file', '/a b/t.jsonl', NULL, 0.5), ('gone', 'file', '/x', NULL, NULL);
        UPDATE accounts SET is_current = 1 WHERE name = 'shelf';
        DELETE FROM accounts WHERE name = 'gone';
        INSERT INTO books (account, isbn, validators) VALUES (1, '9780306406157', 'v');
        INSERT INTO books (account, isbn, validators) VALUES (2, '9780261102217', 'v');
        INSERT INTO books (account, isbn, validators) VALUES (3, '9783161484100', 'v');
        INSERT INTO tickets
          (number, account, epoch, incarnation, isbn, holder, issued_at, expires_at)
        SELECT b.number, b.account, a.epoch, b.incarnation, b.isbn, 7, '2026-11-30T07:00:00.000Z',
          '2026-11-30T07:02:00.000Z'
        FROM books AS b JOIN accounts AS a ON a.id = b.account;
        """)
    }
    database.close()
  }

  /// All rows of what an account has part in.
  private func rows() throws -> [String] {
    let connection = try Connection(path: path)
    return try [
      "SELECT name || ' ' || seq FROM sqlite_sequence ORDER BY name",
      "SELECT value FROM settings WHERE key = 'last_epoch'",
      """
      SELECT id || quote(name) || source || quote(endpoint) || quote(contact) || quote(rate) || ' '
        || epoch || ' ' || is_current
      FROM accounts ORDER BY id
      """,
      "SELECT number || ' ' || account || isbn || incarnation || quote(validators) FROM books",
      "SELECT serial || ' ' || number || ' ' || account || ' ' || epoch FROM tickets",
      "SELECT number || quote(account) || isbn FROM catalogue ORDER BY number",
      "SELECT quote(seq) FROM changes ORDER BY seq",
    ].flatMap { try connection.all($0) { $0.text(0) } }
  }

  private func open(_ access: DatabaseAccess = .writing(create: false)) throws -> Database {
    try Database.open(at: path, access: access)
  }

  @Test("no account, epoch, ticket, book or entry of the log is another one afterwards")
  func nothingLost() throws {
    let before = try rows()
    #expect(before.count == 20)
    try open().close()
    let connection = try Connection(path: path)
    #expect(try connection.integer("PRAGMA user_version") == Int64(Migrations.all.count))
    #expect(try rows() == before)
    #expect(try connection.string("PRAGMA integrity_check") == "ok")
    #expect(try connection.all("PRAGMA foreign_key_check") { $0.text(0) } == [])
  }

  @Test("a library that is only read is brought up to date too")
  func reading() throws {
    let before = try rows()
    let database = try open(.reading)
    #expect(
      try database.readAndWait { try Accounts.all(on: $0) }.map(\.source)
        == ["http", "open-library", "file"])
    database.close()
    #expect(try rows() == before)
  }

  @Test("the schema is that of a new library, whose guard takes it")
  func sameSchema() throws {
    try open().close()
    let expected = try SchemaGuard(migrations: Migrations.all).expected()
    let found = try Schema(of: Connection(path: path))
    #expect(found.objects == expected.objects)
    try open().close()
  }

  @Test("the id of an account that is gone is not given again, nor its epoch")
  func idsGoOn() throws {
    let database = try open()
    defer { database.close() }
    let last = try database.readAndWait {
      try $0.integer("SELECT value FROM settings WHERE key = 'last_epoch'")
    }
    let new = try database.writeAndWait {
      try Accounts.add(
        NewAccount(name: "new", source: "newer"), endpoint: .url(isNeeded: false), on: $0)
    }
    #expect(new.id.rawValue == 5 && new.epoch.rawValue > last)
  }

  @Test("a library without any account keeps the ids that it has given")
  func noAccounts() throws {
    try Connection(path: path).execute(
      "DELETE FROM tickets; DELETE FROM books; DELETE FROM accounts")
    let before = try rows()
    try open().close()
    #expect(try rows() == before)
  }

  @Test("the triggers of accounts work as before")
  func triggers() throws {
    let database = try open()
    defer { database.close() }
    func count(_ sql: String) throws -> Int64 {
      try database.readAndWait { try $0.integer("SELECT count(*) FROM " + sql) }
    }
    func epoch(_ name: String) throws -> Int64 {
      try database.readAndWait { try Accounts.named(name, on: $0) }.epoch.rawValue
    }
    let left = try epoch("shelf")
    try database.writeAndWait { _ = try Accounts.use("Büro", on: $0) }
    #expect(try count("accounts WHERE is_current = 1") == 1)
    #expect(try epoch("shelf") > left)
    #expect(try count("tickets WHERE account = 3") == 0)
    try database.writeAndWait { _ = try $0.run("UPDATE accounts SET endpoint = '/' WHERE id = 2") }
    #expect(try count("tickets WHERE account = 2") == 0)
    #expect(try count("books WHERE account = 2 AND validators IS NULL") == 1)
    for sql in [
      "UPDATE accounts SET id = 9 WHERE id = 2", "DELETE FROM accounts WHERE id = 2",
      "INSERT INTO accounts (name, source) VALUES ('home', 'file')",
    ] {
      let error = #expect(throws: StorageError.self) {
        try database.writeAndWait { _ = try $0.run(sql) }
      }
      #expect(error?.kind == .constraint, "\(sql)")
    }
    #expect(try count("tickets WHERE account = 1") == 1)
    #expect(try count("accounts") == 3)
  }
}
