import Testing

@testable import Storage

@Suite struct DatabaseTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("library.db") }

  init() throws { directory = try TemporaryDirectory() }

  func addBook(_ connection: Connection) throws {
    try connection.run("INSERT INTO books (account) VALUES (1)")
  }

  func count(_ connection: Connection) throws -> Int64 {
    try connection.integer("SELECT count(*) FROM books")
  }

  @Test("what is written is read, by either form")
  func writeThenRead() async throws {
    let database = try Database.open(at: path, access: .writing(create: true))
    try await database.write { try addBook($0) }
    try database.writeAndWait { try addBook($0) }
    #expect(try await database.read { try count($0) } == 2)
    #expect(try database.readAndWait { try count($0) } == 2)
    database.close()
    let again = try Database.open(at: path, access: .reading)
    #expect(try await again.read { try count($0) } == 2)
  }

  @Test("reading makes no file")
  func readingMakesNothing() throws {
    let error = #expect(throws: StorageError.self) {
      try Database.open(at: path, access: .reading)
    }
    #expect(error?.kind == .missing)
    #expect(throws: StorageError.self) {
      try Database.open(at: path, access: .writing(create: false))
    }
    #expect(throws: StorageError.self) {
      try Database.open(at: directory.file("a/b.db"), access: .reading)
    }
    #expect(!File.exists(path))
    #expect(!File.exists(path + ".lock"))
    #expect(!File.exists(directory.file("a")))
  }

  @Test("a database that was opened for reading refuses to be written")
  func readingRefusesWrites() async throws {
    try Database.open(at: path, access: .writing(create: true)).close()
    let database = try Database.open(at: path, access: .reading)
    let error = await #expect(throws: StorageError.self) {
      try await database.write { try addBook($0) }
    }
    #expect(error?.kind == .readOnly)
  }

  @Test("work that would wait for itself is refused")
  func selfWait() throws {
    let database = try Database.open(at: path, access: .writing(create: true))
    try database.writeAndWait { _ in
      let error = #expect(throws: StorageError.self) { try database.writeAndWait { _ in } }
      #expect(error?.kind == .misuse)
    }
    try database.writeAndWait { try addBook($0) }
  }

  @Test("a reader sees one state while a writer goes on")
  func snapshot() throws {
    let database = try Database.open(at: path, access: .writing(create: true))
    try database.readAndWait { reader in
      #expect(try count(reader) == 0)
      try database.writeAndWait { try addBook($0) }
      #expect(try count(reader) == 0)
    }
    #expect(try database.readAndWait { try count($0) } == 1)
  }

  @Test("a closed database says so")
  func closed() throws {
    let database = try Database.open(at: path, access: .writing(create: true))
    database.close()
    let error = #expect(throws: StorageError.self) { try database.readAndWait { _ in } }
    #expect(error?.kind == .misuse)
    #expect(!File.exists(path + "-wal"))
  }
}
