import Catalogue
import Testing

@testable import Storage

/// What an error says of what is left in the database: the owner of the transaction knows.
@Suite struct ErrorEffectTests {
  private let directory: TemporaryDirectory
  private let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database.open(
      at: directory.file("library.db"), access: .writing(create: true))
  }

  private func add(_ title: String) throws {
    try database.writeAndWait { connection in
      try connection.run(
        "INSERT INTO books (account, typed) VALUES (1, json_object('title', ?))", title)
    }
  }

  private func titles() throws -> [String] {
    try database.readAndWait { try $0.all("SELECT title FROM books") { $0.text(0) } }
  }

  /// Lets the database grow no further: the disk is full from now on.
  private func fill() throws {
    try database.withWriter { connection in
      let pages = try connection.integer("PRAGMA page_count")
      _ = try connection.integer("PRAGMA max_page_count = \(pages)")
    }
  }

  private func failure(_ body: () throws -> Void) throws -> StorageError {
    try #require(throws: StorageError.self, performing: body)
  }

  private let long = String(repeating: "long ", count: 40_000)

  @Test("a first transaction that fails has changed nothing, and says so")
  func first() throws {
    try fill()
    let error = try failure { try add(long) }
    #expect(error.kind == .diskFull)
    #expect(error.effect == .nothingChanged)
    #expect(error.description.hasSuffix("try again; nothing was changed"))
    #expect(try titles().isEmpty)
  }

  @Test("one that fails behind another says that the earlier one stays, not that nothing changed")
  func later() throws {
    try add("kept")
    try fill()
    let error = try failure { try add(long) }
    #expect(error.effect == .earlierChangesStay)
    #expect(!error.description.contains("nothing was changed"))
    #expect(error.description.contains("what was saved before stays"))
    #expect(try titles() == ["kept"])
  }

  @Test("one that was undone on purpose, or only read, is no change that stays")
  func undone() throws {
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try database.writeAndWait { connection in
        try connection.run("INSERT INTO books (account) VALUES (1)")
        throw Undone()
      }
    }
    try database.writeAndWait { _ = try $0.integer("SELECT count(*) FROM books") }
    try fill()
    #expect(try failure { try add(long) }.effect == .nothingChanged)
  }

  @Test("a lock that another program holds has let nothing be changed")
  func locked() throws {
    let other = try Database.open(
      at: directory.file("library.db"), access: .writing(create: false),
      options: {
        var options = DatabaseOptions()
        options.patience = .zero
        return options
      }())
    try database.writeAndWait { _ in
      let error = try failure { try other.writeAndWait { _ in } }
      #expect(error.kind == .locked)
      #expect(error.effect == .nothingChanged)
    }
  }

  @Test("an error of a read says nothing of changes")
  func read() throws {
    try add("kept")
    let error = try failure {
      try database.readAndWait { _ = try $0.integer("SELECT json('no JSON')") }
    }
    #expect(error.effect == .unknown)
    #expect(!error.description.contains("changed") && !error.description.contains("stays"))
  }

  @Test(
    "no remedy says what was changed: whoever sees an error need not know",
    arguments:
      StorageError.Kind.allCases)
  func remedies(_ kind: StorageError.Kind) {
    for word in ["changed", "written", "stays", "kept", "as it was"] {
      #expect(!kind.remedy.contains(word))
    }
  }
}
