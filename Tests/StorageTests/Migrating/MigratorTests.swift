import Migrations
import Testing

@testable import Storage

@Suite struct MigratorTests {
  let directory: TemporaryDirectory
  var path: String { directory.file("library.db") }

  init() throws { directory = try TemporaryDirectory() }

  func options(adding migrations: Migrations.Migration...) -> DatabaseOptions {
    var options = DatabaseOptions()
    options.migrations += migrations
    return options
  }

  func open(_ options: DatabaseOptions, _ access: DatabaseAccess = .writing(create: true)) throws
    -> Database
  {
    try Database.open(at: path, access: access, options: options)
  }

  func applied() throws -> [String] {
    try Connection(path: path).all("SELECT name FROM schema_migrations ORDER BY name") {
      $0.text(0)
    }
  }

  @Test("each migration is recorded with its name and checksum")
  func recorded() throws {
    try open(DatabaseOptions()).close()
    #expect(try applied() == Migrations.all.map(\.name))
    let connection = try Connection(path: path)
    let checksums = try connection.all("SELECT checksum FROM schema_migrations ORDER BY name") {
      $0.text(0)
    }
    #expect(checksums == Migrations.all.map(\.checksum))
    #expect(try connection.integer("PRAGMA user_version") == Int64(Migrations.all.count))
    #expect(try connection.integer("PRAGMA application_id") == DatabaseIdentity.applicationID)
  }

  @Test("an older database is brought up to date, also to be read")
  func older() throws {
    try open(DatabaseOptions()).close()
    let library = Migrations.Migration(name: "9999_next", sql: "CREATE TABLE loans (a INT) STRICT")
    let reading = try open(options(adding: library), .reading)
    #expect(try reading.readAndWait { try $0.integer("SELECT count(*) FROM loans") } == 0)
    #expect(try applied().last == "9999_next")
  }

  @Test("a migration that fails leaves the schema before it, and a mended one goes on from there")
  func failing() throws {
    try open(DatabaseOptions()).close()
    let broken = Migrations.Migration(
      name: "9999_broken", sql: "CREATE TABLE loans (a INT) STRICT; INSERT INTO nothing VALUES (1)")
    let error = #expect(throws: StorageError.self) { try open(options(adding: broken)) }
    #expect(error?.kind == .migration)
    #expect(error?.cause.contains("9999_broken") == true)
    let mended = Migrations.Migration(name: "9999_mended", sql: "CREATE TABLE loans (a INT) STRICT")
    try open(options(adding: mended)).close()
    #expect(try applied().last == "9999_mended")
  }

  @Test("a migration that leaves a broken reference is undone")
  func brokenReference() throws {
    let database = try open(DatabaseOptions())
    try database.writeAndWait { try $0.run("INSERT INTO books (account) VALUES (1)") }
    database.close()
    let careless = Migrations.Migration(
      name: "9999_careless", sql: "DROP TRIGGER accounts_delete; DELETE FROM accounts")
    let error = #expect(throws: StorageError.self) { try open(options(adding: careless)) }
    #expect(error?.kind == .migration)
    #expect(error?.cause.contains("books") == true)
    try open(DatabaseOptions()).close()
  }

  @Test("foreign keys hold again after a migration")
  func foreignKeysAfter() throws {
    let database = try open(DatabaseOptions())
    let error = #expect(throws: StorageError.self) {
      try database.writeAndWait { try $0.run("INSERT INTO books (account) VALUES (77)") }
    }
    #expect(error?.kind == .constraint)
  }

  @Test("a newer schema is refused, for reading and for writing")
  func newer() throws {
    let next = Migrations.Migration(name: "9999_next", sql: "CREATE TABLE loans (a INT) STRICT")
    try open(options(adding: next)).close()
    for access in [DatabaseAccess.reading, .writing(create: true)] {
      let error = #expect(throws: StorageError.self) { try open(DatabaseOptions(), access) }
      #expect(error?.kind == .newerSchema)
    }
    #expect(try applied().last == "9999_next")
  }

  @Test("many that make one library at once make one library")
  func race() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var options = DatabaseOptions()
          options.patience = .seconds(60)
          let database = try Database.open(
            at: path, access: .writing(create: true), options: options)
          try await database.write { _ = try $0.run("INSERT INTO books (account) VALUES (1)") }
          database.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(try applied() == Migrations.all.map(\.name))
    #expect(try Connection(path: path).integer("SELECT count(*) FROM books") == 8)
  }
}
