import Glibc
import Testing

@testable import Storage

@Suite struct DiskTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  func makeLibrary(_ path: String) throws {
    let database = try Database.open(at: path, access: .writing(create: true))
    try database.writeAndWait { try $0.run("INSERT INTO books (account) VALUES (1)") }
    database.close()
  }

  func count(_ database: Database) throws -> Int64 {
    try database.readAndWait { try $0.integer("SELECT count(*) FROM books") }
  }

  func isImmutable(_ warnings: [DatabaseWarning]) -> Bool {
    warnings.contains { if case .immutable = $0 { true } else { false } }
  }

  @Test("a read-only file system is read, and writing says why not")
  func readOnly() throws {
    guard let disk = SmallDisk(directory, kilobytes: 2048) else { return }
    let path = disk.file("100% #1?.db")
    try makeLibrary(path)
    #expect(disk.makeReadOnly())
    do {
      let database = try Database.open(at: path, access: .reading)
      #expect(isImmutable(database.warnings))
      #expect(try count(database) == 1)
    }
    let error = #expect(throws: StorageError.self) {
      try Database.open(at: path, access: .writing(create: true))
    }
    #expect(error?.kind == .readOnly)
    let absent = #expect(throws: StorageError.self) {
      try Database.open(at: disk.file("none.db"), access: .writing(create: true))
    }
    #expect(absent?.kind == .readOnly)
  }

  @Test("a log that cannot be read is not passed over")
  func readOnlyWithLog() throws {
    guard let disk = SmallDisk(directory, kilobytes: 4096) else { return }
    let path = directory.file("library.db")
    try makeLibrary(path)
    let database = try Database.open(at: path, access: .writing(create: true))
    try database.writeAndWait { try $0.run("INSERT INTO books (account) VALUES (1)") }
    for suffix in ["", "-wal"] { try File.copy(path + suffix, to: disk.file("copy.db") + suffix) }
    #expect(disk.makeReadOnly())
    let error = #expect(throws: StorageError.self) {
      try Database.open(at: disk.file("copy.db"), access: .reading)
    }
    #expect(error?.cause.contains("copy.db-wal") == true)
  }

  @Test("on a full disk reading works, writing fails whole, and the next run works")
  func full() throws {
    guard let disk = SmallDisk(directory, kilobytes: 1024) else { return }
    let path = disk.file("library.db")
    try makeLibrary(path)
    disk.fill()
    do {
      let database = try Database.open(at: path, access: .reading)
      #expect(isImmutable(database.warnings))
      #expect(try count(database) == 1)
    }
    let error = #expect(throws: StorageError.self) {
      let database = try Database.open(at: path, access: .writing(create: true))
      try database.writeAndWait { try $0.run("INSERT INTO books (account) VALUES (1)") }
    }
    #expect(error?.kind == .diskFull)
    disk.empty()
    try makeLibrary(path)
    #expect(try count(Database.open(at: path, access: .reading)) == 2)
  }

  @Test("a disk that fills up in the middle of a transaction undoes it")
  func fillsUp() throws {
    guard let disk = SmallDisk(directory, kilobytes: 1024) else { return }
    let path = disk.file("library.db")
    try makeLibrary(path)
    let database = try Database.open(at: path, access: .writing(create: true))
    let error = #expect(throws: StorageError.self) {
      try database.writeAndWait { connection in
        for _ in 0..<10_000 {
          try connection.run(
            "INSERT INTO books (account, typed) VALUES (1, ?)",
            "{\"notes\":\"\(String(repeating: "x", count: 2000))\"}")
        }
      }
    }
    #expect(error?.kind == .diskFull)
    database.close()
    #expect(try count(Database.open(at: path, access: .reading)) == 1)
  }

  @Test("a limit on the size of the file undoes the transaction that reaches it")
  func pageLimit() throws {
    let path = directory.file("library.db")
    try makeLibrary(path)
    let database = try Database.open(at: path, access: .writing(create: true))
    let error = #expect(throws: StorageError.self) {
      try database.withWriter { connection in
        try connection.execute("PRAGMA max_page_count = 80")
        try connection.write {
          for _ in 0..<10_000 { try connection.run("INSERT INTO books (account) VALUES (1)") }
        }
      }
    }
    #expect(error?.kind == .diskFull)
    #expect(try count(database) == 1)
    try database.withWriter { connection in
      try connection.execute("PRAGMA max_page_count = 8000")
      try connection.write { try connection.run("INSERT INTO books (account) VALUES (1)") }
    }
    #expect(try count(database) == 2)
  }
}
