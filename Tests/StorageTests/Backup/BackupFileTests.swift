import Catalogue
import Glibc
import Testing

@testable import Storage

/// Which files a library is restored from, and which are refused.
@Suite struct BackupFileTests {
  let library: Library

  init() throws {
    library = try Library()
    try library.add(isbn: .sample(1)) { $0.title = "A" }
    try library.add { $0.title = "B" }
  }

  private func file(_ name: String) -> String { library.directory.file(name) }

  private func titles() throws -> String? {
    try library.value("SELECT group_concat(title) FROM (SELECT title FROM catalogue ORDER BY 1)")
  }

  private func makeBackup(_ name: String = "bad.db") throws -> Connection {
    try library.database.backUp(to: file(name))
    return try Connection(path: file(name), mode: .readWrite)
  }

  static let refusals: [(String, StorageError.Kind, String)] = [
    ("none", .missing, "No such file"), ("empty", .notOurs, "the file is empty"),
    ("directory", .cannotOpen, "it is a directory"), ("pipe", .cannotOpen, "it is a pipe"),
    ("device", .cannotOpen, "it is a device"), ("text", .notOurs, "it is not an SQLite database"),
    ("foreign", .notOurs, "it is the database of another program"),
    ("hollow", .notOurs, "a database without a library in it"),
    ("newer", .newerSchema, "its schema is version 9999"),
    ("UTF-16", .cannotOpen, "its text is stored as UTF-16le, and the library's as UTF-8"),
    ("damaged", .corrupt, ""), ("incomplete", .foreignObject, "it is missing"),
    ("trigger", .foreignObject, "this program did not make it"),
  ]

  @Test(
    "what is not a backup is refused by name, and the library stays as it is", arguments: refusals)
  func refused(_ name: String, _ kind: StorageError.Kind, _ cause: String) throws {
    var path = file("bad.db")
    switch name {
    case "none": break
    case "empty": File.write("", to: path)
    case "directory": try #require(mkdir(path, 0o700) == 0)
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "device": path = "/dev/null"
    case "text": File.write("This is no database at all.\n", to: path)
    case "foreign": try Connection(path: path).execute("CREATE TABLE t (a)")
    case "hollow": try Connection(path: path).execute("CREATE TABLE t (a); DROP TABLE t")
    case "newer": try makeBackup().execute("PRAGMA user_version = 9999")
    case "UTF-16": try makeUTF16(path)
    case "damaged":
      let root = try makeBackup().integer(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'books'")
      let damaged = open(path, O_WRONLY)
      let page = [UInt8](repeating: 0xFF, count: 4096)
      try #require(pwrite(damaged, page, page.count, (Int(root) - 1) * 4096) == page.count)
      close(damaged)
    case "incomplete":
      try makeBackup().execute(
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'books_due'")
    default:
      try makeBackup().execute("CREATE TRIGGER spy AFTER INSERT ON books BEGIN SELECT 1; END")
    }
    let before = library.directory.names()
    let error = #expect(throws: StorageError.self) { try library.database.restore(from: path) }
    #expect(error?.kind == kind)
    #expect(error?.place == path)
    #expect(error?.cause.contains(cause) == true, "\(error?.description ?? "")")
    #expect(try titles() == "A,B")
    #expect(library.directory.names() == before, "nothing is left behind")
  }

  /// A library that sqlite3 made anew with text in UTF-16.
  private func makeUTF16(_ path: String) throws {
    let schema = try library.read { try SchemaText.statements(on: $0) }
    let connection = try Connection(path: path)
    try connection.execute("PRAGMA encoding = 'UTF-16le'; BEGIN")
    for statement in schema { try connection.execute(statement) }
    try connection.execute(
      """
      INSERT INTO settings (key, value) VALUES ('last_epoch', 0), ('indexed_through', 0);
      INSERT INTO accounts (name, source, is_current) VALUES ('home', 'open-library', 1);
      INSERT INTO books (account, typed) VALUES (1, '{"title":"Ç"}');
      COMMIT;
      PRAGMA application_id = \(DatabaseIdentity.applicationID); PRAGMA user_version = 6
      """)
  }

  @Test("a path that looks like a URI is a path")
  func literalPath() throws {
    try makeBackup("file:copy.db").execute("DELETE FROM books WHERE number = 2")
    _ = try makeBackup("copy.db")
    // From the working directory, where SQLite would look for a URI's file.
    let name = "file:libraryctl-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).db"
    try library.database.backUp(to: name)
    defer { unlink(name) }
    try Connection(path: name, mode: .readWrite).execute("DELETE FROM books WHERE number = 1")
    try library.database.restore(from: name)
    #expect(try titles() == "B")
    try library.database.restore(from: file("file:copy.db"))
    #expect(try titles() == "A")
  }

  @Test("a backup with pages of another size is restored", arguments: [512, 1024, 8192, 65536])
  func pageSize(_ size: Int) throws {
    let copy = try makeBackup("copy.db")
    try copy.execute("PRAGMA page_size = \(size); VACUUM")
    #expect(try copy.integer("PRAGMA page_size") == size)
    try library.add { $0.title = "C" }
    try library.database.restore(from: file("copy.db"))
    #expect(try titles() == "A,B")
    #expect(try library.value("PRAGMA page_size") == "4096")
    #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
    #expect(
      try library.read { try BookSearch.find(BookQuery("b"), in: Library.home, on: $0) }
        == [BookNumber(rawValue: 2)])
  }

  @Test("a backup with automatic vacuuming, and one that is still a library in use, are restored")
  func otherSettings() throws {
    try makeBackup("vacuum.db").execute("PRAGMA auto_vacuum = FULL; VACUUM")
    try library.database.restore(from: file("vacuum.db"))
    #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
    let other = try Library()
    try other.add { $0.title = "Z" }
    try library.database.restore(from: other.database.path)
    #expect(try titles() == "Z")
    #expect(try other.value("SELECT title FROM catalogue") == "Z")
  }
}
