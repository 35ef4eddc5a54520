import Testing

@testable import Storage

@Suite struct LockingTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("library.db") }

  init() throws { directory = try TemporaryDirectory() }

  func open(checkpointPages: Int = 1000) throws -> Database {
    var options = DatabaseOptions(patience: .milliseconds(50))
    options.checkpointPages = checkpointPages
    return try Database.open(at: path, access: .writing(create: true), options: options)
  }

  func addBooks(_ count: Int, to connection: Connection) throws {
    for _ in 0..<count {
      try connection.run(
        "INSERT INTO books (account, typed) VALUES (1, ?)",
        "{\"notes\":\"\(String(repeating: "x", count: 3000))\"}")
    }
  }

  @Test(
    "a lock that the sqlite3 program holds is waited for, then reported; nothing is half done",
    .enabled(if: Shell.isInstalled))
  func lockedByShell() throws {
    let database = try open()
    let shell = try Shell(path)
    try shell.run("BEGIN IMMEDIATE")
    let error = #expect(throws: StorageError.self) {
      try database.writeAndWait { try addBooks(1, to: $0) }
    }
    #expect(error?.kind == .locked)
    #expect(error?.cause.hasPrefix("sqlite3, process ") == true, "\(String(describing: error))")
    #expect(try database.readAndWait { try $0.integer("SELECT count(*) FROM books") } == 0)
    try shell.run("COMMIT")
    try database.writeAndWait { try addBooks(1, to: $0) }
    #expect(try shell.run("SELECT count(*) FROM books") == "1")
  }

  @Test("every write waits for the lock of the program's other writers")
  func lockedByWriter() throws {
    let database = try open()
    let other = WriteLock(path: database.lockPath)
    #expect(try other.tryAcquire())
    let error = #expect(throws: StorageError.self) { try database.writeAndWait { _ in } }
    #expect(error?.kind == .locked)
    other.release()
    try database.writeAndWait { _ in
      let isFree = try WriteLock(path: database.lockPath).tryAcquire()
      #expect(!isFree)
    }
    #expect(try other.tryAcquire())
  }

  @Test("a write that fails gives its lock back")
  func releasedAfterFailure() throws {
    struct Stop: Error {}
    let database = try open()
    #expect(throws: Stop.self) { try database.writeAndWait { _ in throw Stop() } }
    #expect(try WriteLock(path: database.lockPath).tryAcquire())
  }

  @Test("SQLite does not checkpoint by itself, however long the log becomes")
  func noAutomaticCheckpoint() throws {
    let database = try open(checkpointPages: .max)
    let size = File.size(path)
    try database.withWriter { connection in
      for _ in 0..<20 { try connection.write { try addBooks(100, to: connection) } }
      // A longer log than 1,000 pages, at which SQLite would move it.
      #expect(connection.logPages > 2000)
    }
    #expect(File.size(path) == size)
  }

  @Test("a long log is moved into the database by the write that made it long")
  func checkpointWhenLong() throws {
    let database = try open(checkpointPages: 50)
    let size = try #require(File.size(path))
    try database.writeAndWait { try addBooks(100, to: $0) }
    #expect(File.size(path + "-wal") == 0)
    #expect(try #require(File.size(path)) > size)
  }

  @Test("the log of a large database may be longer: an eighth of its pages")
  func longerLog() throws {
    let database = try open(checkpointPages: 50)
    try database.writeAndWait { try addBooks(2000, to: $0) }
    #expect(File.size(path + "-wal") == 0)
    try database.withWriter { connection in
      let pages = Int(try connection.integer("PRAGMA page_count"))
      try #require(pages > 1600)
      try connection.write { try addBooks(60, to: connection) }
      let length = connection.logPages
      #expect(length > 50 && length < pages / 8, "\(length) of \(pages)")
      try connection.write { try addBooks(pages / 8, to: connection) }
      #expect(connection.logPages == 0)
    }
  }

  @Test("no checkpoint without the lock")
  func checkpointNeedsLock() throws {
    let database = try open(checkpointPages: .max)
    try database.withWriter { connection in
      try connection.write { try addBooks(10, to: connection) }
      let log = try #require(File.size(path + "-wal"))
      let error = #expect(throws: StorageError.self) { try connection.checkpoint() }
      #expect(error?.kind == .misuse)
      #expect(File.size(path + "-wal") == log)
    }
  }

  @Test("closing beside another writer leaves the log alone")
  func closingUnderLock() throws {
    let database = try open()
    try database.writeAndWait { try addBooks(10, to: $0) }
    let other = WriteLock(path: database.lockPath)
    #expect(try other.tryAcquire())
    database.close()
    #expect(try #require(File.size(path + "-wal")) > 0)
    other.release()
    let again = try open()
    #expect(try again.readAndWait { try $0.integer("SELECT count(*) FROM books") } == 10)
    again.close()
    #expect(!File.exists(path + "-wal"))
  }

  @Test(
    "no checkpoint while a program without our lock is writing",
    .enabled(if: Shell.isInstalled))
  func checkpointBesideShell() throws {
    let database = try open(checkpointPages: .max)
    try database.withWriter { connection in
      try connection.write { try addBooks(10, to: connection) }
      let size = File.size(path)
      let shell = try Shell(path)
      try shell.run("BEGIN IMMEDIATE; UPDATE books SET edited_at = added_at")
      let lock = try #require(connection.writeLock)
      #expect(try lock.tryAcquire())
      #expect(try connection.checkpoint() == .skipped)
      #expect(File.size(path) == size)
      try shell.run("COMMIT")
      #expect(try connection.checkpoint() == .complete)
      lock.release()
    }
  }

  @Test("a reader that holds up a checkpoint is not waited for at every write")
  func reader() throws {
    let database = try open(checkpointPages: 50)
    try database.readAndWait { reader in
      _ = try reader.integer("SELECT count(*) FROM books")
      try database.withWriter { connection in
        try connection.write { try addBooks(100, to: connection) }
        let length = connection.logPages
        #expect(length > 50)
        #expect(connection.checkpointThreshold == length * 2)
      }
    }
    try database.withWriter { connection in
      try connection.write { try addBooks(200, to: connection) }
      #expect(connection.logPages == 0)
      #expect(connection.checkpointThreshold == 50)
    }
  }
}
