import Migrations
import Testing

@testable import Storage

@Suite struct SchemaGuardTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("library.db") }

  init() throws {
    directory = try TemporaryDirectory()
    try Database.open(at: directory.file("library.db"), access: .writing(create: true)).close()
  }

  func refusal(after sql: String) throws -> StorageError? {
    try Connection(path: path).execute(sql)
    return #expect(throws: StorageError.self) {
      try Database.open(at: path, access: .writing(create: true))
    }
  }

  @Test("the fingerprint is that of the migrations")
  func fingerprint() throws {
    let expected = try SchemaGuard(migrations: Migrations.all).expected().fingerprint
    #expect(
      SchemaGuard.fingerprint == expected,
      "the migrations have changed: put this value into SchemaGuard.fingerprint")
  }

  @Test(
    "a foreign trigger, view or virtual table is refused by name, and reading goes on",
    arguments: [
      ("spy", "CREATE TRIGGER spy AFTER INSERT ON books BEGIN DELETE FROM books; END"),
      ("spy", "CREATE VIEW spy AS SELECT 1"),
      ("spy", "CREATE VIRTUAL TABLE spy USING fts5 (x)"),
      ("books_insert", "DROP TRIGGER books_insert"),
      ("catalogue", "DROP VIEW catalogue; CREATE VIEW catalogue AS SELECT 1"),
      (
        "books_insert",
        "DROP TRIGGER books_insert; CREATE TRIGGER books_insert AFTER INSERT ON books BEGIN SELECT 1; END"
      ),
    ])
  func foreign(name: String, sql: String) throws {
    let error = try refusal(after: sql)
    #expect(error?.kind == .foreignObject)
    #expect(error?.description.contains(name) == true)
    let reading = try Database.open(at: path, access: .reading)
    _ = try reading.readAndWait { try $0.integer("SELECT count(*) FROM books") }
  }

  @Test("the tables that are read are those that the migrations make")
  func tables() throws {
    let expected = try SchemaGuard(migrations: Migrations.all).expected()
    #expect(SchemaGuard.tables == expected.objects.filter { $0.type == "table" }.map(\.name))
  }

  private static let endless = """
    AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n
    """

  @Test(
    "a view in the place of a table, which may never end, is not read",
    arguments: [
      ("view accounts", "DROP TABLE accounts; CREATE VIEW accounts \(endless)"),
      ("view Settings", "DROP TABLE settings; CREATE VIEW Settings \(endless)"),
      ("view changes", "DROP TABLE changes; CREATE VIEW changes \(endless)"),
      (
        "table books_fts",
        """
        DROP TABLE books_fts; CREATE VIEW v \(endless);
        CREATE VIRTUAL TABLE books_fts USING fts5 (id, content = v, content_rowid = id)
        """
      ),
      (
        "view books_fts_content",
        "DROP TABLE books_fts; CREATE VIEW books_fts_content \(endless)"
      ),
    ])
  func endlessView(_ name: String, _ sql: String) throws {
    try Connection(path: path).execute(sql)
    for access in [DatabaseAccess.reading, .writing(create: true)] {
      let error = #expect(throws: StorageError.self) {
        try Database.open(at: path, access: access)
      }
      #expect(error?.kind == .foreignObject)
      #expect(error?.what == "the database is not read: \(name)")
    }
    let other = try Library()
    #expect(throws: StorageError.self) { try other.database.restore(from: path) }
  }

  @Test("a foreign trigger does not run when a read brings the index up to date")
  func foreignTriggerWhileReading() throws {
    let hand = try Connection(path: path)
    try hand.execute(
      """
      CREATE TRIGGER spy AFTER UPDATE OF title_key ON books BEGIN DELETE FROM books; END;
      INSERT INTO books (account, typed) VALUES (1, '{"title":"A"}');
      """)
    let reading = try Database.open(at: path, access: .reading)
    #expect(try reading.readAndWait { try $0.integer("SELECT count(*) FROM books") } == 1)
  }

  @Test("tables and indexes of the user's own are left alone")
  func own() throws {
    try Connection(path: path).execute(
      "CREATE TABLE loans (a); CREATE INDEX own ON loans (a); ANALYZE")
    try Database.open(at: path, access: .writing(create: false)).close()
  }

  @Test("SHA-256 gives the published values")
  func sha256() {
    func hash(_ text: String) -> String {
      SHA256.hash(Array(text.utf8))
    }
    #expect(hash("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }
}
