import CSQLite
import Glibc
import Testing

@testable import Storage

@Suite struct OpeningTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("library.db") }

  init() throws { directory = try TemporaryDirectory() }

  func refusal(_ path: String, _ access: DatabaseAccess) -> StorageError? {
    #expect(throws: StorageError.self) { try Database.open(at: path, access: access) }
  }

  @Test("the files of a library are for its owner only, and so is a directory made for it")
  func modes() throws {
    let path = directory.file("new/deep/library.db")
    let database = try Database.open(at: path, access: .writing(create: true))
    try database.writeAndWait { try $0.run("INSERT INTO books (account) VALUES (1)") }
    for suffix in ["", "-wal", "-shm", ".lock"] {
      #expect(File.mode(path + suffix) == 0o600, "\(suffix)")
    }
    #expect(File.mode(directory.file("new")) == 0o700)
    #expect(File.mode(directory.file("new/deep")) == 0o700)
    #expect(database.warnings == [])
  }

  @Test("a file that others may read is named")
  func readableByOthers() throws {
    try Database.open(at: path, access: .writing(create: true)).close()
    chmod(path, 0o644)
    #expect(try Database.open(at: path, access: .reading).warnings == [.readableByOthers])
  }

  @Test("links and what is no regular file are refused")
  func notRegular() throws {
    try Database.open(at: path, access: .writing(create: true)).close()
    symlink(path, directory.file("link.db"))
    mkfifo(directory.file("pipe.db"), 0o600)
    mkdir(directory.file("folder.db"), 0o700)
    for access in [DatabaseAccess.reading, .writing(create: true)] {
      for name in ["link.db", "pipe.db", "folder.db"] {
        #expect(refusal(directory.file(name), access)?.kind == .cannotOpen, "\(name)")
      }
      for path in ["", "/", directory.path + "/", directory.path + "/..", "a\0b"] {
        #expect(refusal(path, access)?.kind == .cannotOpen, "\(path)")
      }
    }
    link(path, directory.file("second.db"))
    #expect(refusal(path, .reading)?.cause.contains("hard links") == true)
    unlink(directory.file("second.db"))
    try Database.open(at: path, access: .reading).close()
  }

  @Test("a link in place of the lock is not followed")
  func linkedLock() throws {
    symlink(directory.file("victim"), path + ".lock")
    #expect(refusal(path, .writing(create: true)) != nil)
    #expect(!File.exists(directory.file("victim")))
  }

  @Test("a directory may be reached by a link")
  func linkedDirectory() throws {
    mkdir(directory.file("real"), 0o700)
    symlink(directory.file("real"), directory.file("way"))
    try Database.open(at: directory.file("way/library.db"), access: .writing(create: true)).close()
    #expect(File.exists(directory.file("real/library.db")))
  }

  @Test(
    "what is not a library is refused and left as it is",
    arguments: [
      "text", "foreign", "foreign version", "numbered",
    ])
  func notOurs(_ kind: String) throws {
    switch kind {
    case "text": File.write("Book Id,Title\n1,A\n", to: path)
    case "foreign": try Connection(path: path).execute("CREATE TABLE t (a)")
    case "foreign version": try Connection(path: path).execute("PRAGMA user_version = 3")
    default: try Connection(path: path).execute("PRAGMA application_id = 7; CREATE TABLE t (a)")
    }
    let size = File.size(path)
    for access in [DatabaseAccess.reading, .writing(create: true)] {
      #expect(refusal(path, access)?.kind == .notOurs)
    }
    #expect(File.size(path) == size)
  }

  @Test("a dump that was read back without its PRAGMAs says which are missing")
  func dump() throws {
    try Database.open(at: path, access: .writing(create: true)).close()
    try Connection(path: path).execute("PRAGMA application_id = 0")
    #expect(refusal(path, .reading)?.remedy.contains("application_id") == true)
    try Connection(path: path).execute(
      "PRAGMA application_id = \(DatabaseIdentity.applicationID); PRAGMA user_version = 0")
    #expect(refusal(path, .reading)?.remedy.contains("user_version") == true)
  }

  @Test("an empty file is no library to read, and becomes one when written")
  func emptyFile() throws {
    File.write("", to: path)
    #expect(refusal(path, .reading)?.kind == .missing)
    #expect(refusal(path, .writing(create: false))?.kind == .missing)
    try Database.open(at: path, access: .writing(create: true)).close()
    try Database.open(at: path, access: .reading).close()
  }

  @Test("an empty file that others may read becomes a library of mode 0600")
  func wideEmptyFile() throws {
    File.write("", to: path)
    chmod(path, 0o644)
    let database = try Database.open(at: path, access: .writing(create: true))
    defer { database.close() }
    for suffix in ["", "-wal", "-shm", ".lock"] {
      #expect(File.mode(path + suffix) == 0o600, "\(suffix)")
    }
    #expect(database.warnings == [])
  }

  @Test("a connection has the safe settings")
  func settings() throws {
    try Database.open(at: path, access: .writing(create: true)).close()
    // Opened again, so that nothing is what a migration leaves.
    let database = try Database.open(at: path, access: .writing(create: false))
    try database.withWriter { connection in
      #expect(try connection.integer("PRAGMA foreign_keys") == 1)
      #expect(try connection.integer("PRAGMA synchronous") == 2)
      #expect(try connection.integer("PRAGMA cell_size_check") == 1)
      #expect(try connection.integer("PRAGMA trusted_schema") == 1)
      #expect(try connection.integer("PRAGMA wal_autocheckpoint") == 0)
      #expect(try connection.integer("PRAGMA busy_timeout") == 5000)
      #expect(try connection.string("PRAGMA journal_mode") == "wal")
      // A misspelt column in double quotes is no text.
      #expect(throws: StorageError.self) { try connection.run("SELECT \"nothing\"") }
      #expect(throws: StorageError.self) { try connection.run("CREATE INDEX i ON books (\"x\")") }
      #expect(throws: StorageError.self) { try connection.run("SELECT load_extension('x')") }
      try connection.execute("PRAGMA writable_schema = ON")
      #expect(throws: StorageError.self) { try connection.run("DELETE FROM sqlite_schema") }
    }
  }
}
