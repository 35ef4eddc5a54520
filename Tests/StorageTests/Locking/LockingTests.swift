import CSQLite
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

  /// How many pages the log has that are not in the database yet.
  func unmovedPages(_ connection: Connection) throws -> Int {
    try connection.read {
      _ = try connection.integer("SELECT count(*) FROM accounts")
      var frames: UInt32 = 0
      var moved: UInt32 = 0
      try #require(csqlite_log_frames(connection.handle, &frames, &moved) != 0)
      return Int(frames) - Int(moved)
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
    try database.withWriter { connection in
      try connection.write { try addBooks(100, to: connection) }
      #expect(try unmovedPages(connection) == 0)
    }
    #expect(try #require(File.size(path)) > size)
  }

  @Test("the log of a large database may be longer: an eighth of its pages")
  func longerLog() throws {
    let database = try open(checkpointPages: 50)
    try database.withWriter { connection in
      try connection.write { try addBooks(2000, to: connection) }
      #expect(try unmovedPages(connection) == 0)
      let pages = Int(try connection.integer("PRAGMA page_count"))
      try #require(pages > 1600)
      try connection.write { try addBooks(60, to: connection) }
      let length = connection.logPages
      #expect(length > 50 && length < pages / 8, "\(length) of \(pages)")
      #expect(try unmovedPages(connection) == length)
      try connection.write { try addBooks(pages / 8, to: connection) }
      #expect(try unmovedPages(connection) == 0)
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
      #expect(try #require(File.size(path)) >= #require(size))
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
      #expect(try unmovedPages(connection) == 0)
      #expect(connection.checkpointThreshold == connection.logPages + 50)
      try connection.write { try addBooks(1, to: connection) }
      #expect(connection.checkpointThreshold == 50, "the log begins anew")
    }
  }

  @Test("the log's file does not grow without end, and a very long one is cut back")
  func logSize() throws {
    let database = try open(checkpointPages: 50)
    try database.withWriter { connection in
      // A large transaction makes it long once, then many small ones use it again and again.
      try connection.write { try addBooks(4000, to: connection) }
      #expect(try #require(File.size(path + "-wal")) > 2 * Connection.keptLogSize)
      for _ in 0..<100 { try connection.write { try addBooks(20, to: connection) } }
      #expect(try #require(File.size(path + "-wal")) <= 2 * Connection.keptLogSize)
    }
    #expect(try database.readAndWait { try $0.integer("SELECT count(*) FROM books") } == 6000)
  }

  @Test(
    "while the log is moved nobody can take the write lock, not even between two steps of it",
    .enabled(if: Shell.isInstalled))
  func shellDuringCheckpoint() throws {
    let database = try open(checkpointPages: .max)
    let shell = try Shell(path)
    try database.withWriter { connection in
      try connection.write { try addBooks(10, to: connection) }
      let lock = try #require(connection.writeLock)
      try lock.acquire(within: .zero)
      defer { lock.release() }
      var answer = ""
      connection.duringCheckpoint = {
        answer = (try? shell.run("UPDATE books SET edited_at = added_at")) ?? ""
      }
      #expect(try connection.checkpoint() == .complete)
      #expect(answer.contains("locked"))
      #expect(try unmovedPages(connection) == 0)
      connection.duringCheckpoint = nil
      #expect(try shell.run("UPDATE books SET edited_at = added_at; SELECT changes()") == "10")
      #expect(try connection.checkpoint() == .complete)
    }
    #expect(try shell.run("PRAGMA integrity_check") == "ok")
  }
}
