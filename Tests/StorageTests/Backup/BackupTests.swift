import Catalogue
import Glibc
import Testing

@testable import Storage

@Suite struct BackupTests {
  let library: Library

  init() throws {
    library = try Library()
    try library.add(isbn: .sample(1)) { $0.title = "A" }
    try library.add(isbn: .sample(2)) { $0.title = "B" }
  }

  private func file(_ name: String) -> String { library.directory.file(name) }

  private func titles(_ path: String) throws -> [String] {
    let database = try Database.open(at: path, access: .reading)
    defer { database.close() }
    return try database.readAndWait {
      try $0.all("SELECT title FROM books ORDER BY number") { $0.text(0) }
    }
  }

  @Test("a backup is a library of mode 0600, made while another program writes")
  func backup() throws {
    let shell = Shell.isInstalled ? try Shell(library.database.path) : nil
    try shell?.run("BEGIN IMMEDIATE; UPDATE books SET typed = '{\"title\":\"C\"}' WHERE number = 1")
    try library.database.backUp(to: file("copy.db"))
    try shell?.run("COMMIT")
    #expect(try titles(file("copy.db")) == ["A", "B"])
    var status = stat()
    #expect(stat(file("copy.db"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    let database = try Database.open(at: file("copy.db"), access: .writing(create: false))
    let check = try database.readAndWait { try DatabaseCheck($0, deep: true) }
    #expect(check.findings.isEmpty)
    database.close()
  }

  @Test("a backup replaces nothing unasked, never the library itself, and leaves nothing behind")
  func replaces() throws {
    try library.database.backUp(to: file("copy.db"))
    try library.add { $0.title = "C" }
    #expect(throws: StorageError.self) { try library.database.backUp(to: file("copy.db")) }
    #expect(try titles(file("copy.db")) == ["A", "B"])
    try library.database.backUp(to: file("copy.db"), replacing: true)
    #expect(try titles(file("copy.db")) == ["A", "B", "C"])
    let own = library.database.path
    #expect(throws: StorageError.self) { try library.database.backUp(to: own, replacing: true) }
    #expect(symlink(file("copy.db"), file("link.db")) == 0)
    #expect(throws: StorageError.self) {
      try library.database.backUp(to: file("link.db"), replacing: true)
    }
    #expect(throws: StorageError.self) { try library.database.backUp(to: file("none/copy.db")) }
    #expect(
      library.directory.names().filter { $0.hasPrefix("copy.db.") && $0 != "copy.db.lock" } == [])
  }

  @Test("restoring brings back the books of then, for programs that have the library open")
  func restore() throws {
    try library.database.backUp(to: file("copy.db"))
    try library.write {
      try BookRemoving.remove(
        [BookNumber(rawValue: 1)], from: Library.home, at: Library.now, on: $0)
    }
    let third = try library.add { $0.title = "C" }
    let other = try Database.open(at: library.database.path, access: .writing(create: false))
    defer { other.close() }
    #expect(try other.readAndWait { try BookCount.all(on: $0) } == 3)
    try library.database.restore(from: file("copy.db"))
    for database in [library.database, other] {
      #expect(
        try database.readAndWait {
          try $0.all("SELECT title FROM catalogue ORDER BY number") { $0.text(0) }
        } == ["A", "B"])
    }
    #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
    let next = try library.add { $0.title = "D" }
    #expect(next > third, "a number is never given again")
    #expect(
      try library.read {
        try BookSearch.find(BookQuery("D"), in: Library.home, on: $0)
      } == [next])
    #expect(try titles(file("copy.db")) == ["A", "B"], "the backup is only read")
    #expect(
      library.directory.names().filter { $0.hasPrefix("library.db.") && $0.count > 16 }
        == ["library.db.before-restore-2026-11-30T07.00.00.123Z"])
  }

  @Test("a ticket that was issued before is refused after it, also one of the same serial")
  func tickets() throws {
    try library.database.backUp(to: file("copy.db"))
    let epochs = "SELECT group_concat(epoch) FROM accounts"
    let before = try library.value(epochs)
    let serial = try library.write {
      try $0.run(
        """
        INSERT INTO tickets (number, account, epoch, incarnation, isbn, holder, issued_at, expires_at)
        SELECT number, account, 0, incarnation, isbn, 1, '2026-01-01T00:00:00.000Z',
          '2026-01-01T00:00:00.000Z' FROM books WHERE number = 1
        """)
      return $0.lastInsertedRowID
    }
    try library.database.restore(from: file("copy.db"))
    #expect(try library.value("SELECT count(*) FROM tickets") == "0")
    #expect(try library.value(epochs) != before)
    let next = try library.value("SELECT seq FROM sqlite_sequence WHERE name = 'tickets'")
    #expect(next == "\(serial)")
    try library.database.restore(from: file("copy.db"))
    #expect(
      try library.value(
        "SELECT max(epoch) = (SELECT value FROM settings WHERE key = 'last_epoch') FROM accounts")
        == "1")
  }

  @Test("a window that follows the log reads all anew")
  func followers() async throws {
    try library.database.backUp(to: file("copy.db"))
    let feed = ChangeFeed(of: library.database)
    var news = try await feed.look(from: nil)
    news = try await feed.look(from: news.position)
    #expect(!news.mustReload)
    try library.database.restore(from: file("copy.db"))
    news = try await feed.look(from: news.position)
    #expect(news.mustReload)
  }

  @Test("a locked library is left as it is")
  func locked() throws {
    try library.database.backUp(to: file("copy.db"))
    try library.add { $0.title = "C" }
    let database = try Database.open(
      at: library.database.path, access: .writing(create: false),
      options: DatabaseOptions(patience: .milliseconds(50)))
    defer { database.close() }
    try library.write { _ in
      let error = #expect(throws: StorageError.self) { try database.restore(from: file("copy.db")) }
      #expect(error?.kind == .locked)
    }
    #expect(try titles(library.database.path) == ["A", "B", "C"])
  }
}
