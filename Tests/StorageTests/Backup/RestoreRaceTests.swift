import Catalogue
import Testing

@testable import Storage

/// What others do while a library is replaced is in the copy that is kept, or in the restored library.
@Suite(.enabled(if: Shell.isInstalled, "the sqlite3 program is not installed"))
struct RestoreRaceTests {
  let library: Library
  let shell: Shell

  init() throws {
    library = try Library()
    try library.add { $0.title = "A" }
    try library.database.backUp(to: library.directory.file("copy.db"))
    shell = try Shell(library.database.path)
  }

  private func titles(_ path: String) throws -> Set<String> {
    let database = try Database.open(at: path, access: .reading)
    defer { database.close() }
    return Set(
      try database.readAndWait { try $0.all("SELECT title FROM books") { $0.text(0) } })
  }

  @Test("from the kept copy to the replacement nobody can write, not even the sqlite3 program")
  func locked() throws {
    var answers: [Database.RestoreStep: String] = [:]
    let outcome = try library.database.restore(from: library.directory.file("copy.db")) { step in
      answers[step] = try shell.run(
        "INSERT INTO catalogue (title) VALUES ('\(step)')")
    }
    let kept = try #require(outcome.kept)
    #expect(answers[.prepared] == "")
    #expect(answers[.locked]?.contains("locked") == true)
    #expect(answers[.kept]?.contains("locked") == true)
    #expect(answers[.replaced] == "")
    #expect(try titles(kept) == ["A", "prepared"])
    #expect(try titles(library.database.path) == ["A", "replaced"])
    #expect(
      try library.value("SELECT number FROM books WHERE title = 'replaced'") == "3",
      "a number that was given before the replacement is not given again")
    #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
  }

  @Test("other programs read what was there until the library is replaced")
  func reading() throws {
    try library.add { $0.title = "B" }
    var counts: [String] = []
    try library.database.restore(from: library.directory.file("copy.db")) { _ in
      counts.append(try shell.run("SELECT count(*) FROM books"))
    }
    #expect(counts == ["2", "2", "2", "1"])
  }

  @Test("a library without a log is kept and replaced under one lock, too")
  func withoutLog() throws {
    let path = library.directory.file("remote.db")
    var options = DatabaseOptions(patience: .milliseconds(50))
    options.fileSystem = .network("NFS")
    let remote = try Database.open(at: path, access: .writing(create: true), options: options)
    try remote.writeAndWait {
      try $0.run("INSERT INTO books (account, typed) VALUES (1, '{\"title\":\"R\"}')")
    }
    let other = try Shell(path)
    var answers: [Database.RestoreStep: String] = [:]
    let outcome = try remote.restore(from: library.directory.file("copy.db")) { step in
      answers[step] = try other.run(
        "INSERT INTO catalogue (title) VALUES ('\(step)')")
    }
    #expect(answers[.prepared] == "")
    #expect(answers[.locked]?.contains("locked") == true)
    #expect(answers[.kept]?.contains("locked") == true)
    #expect(try titles(try #require(outcome.kept)) == ["R", "prepared"])
    #expect(try other.run("INSERT INTO catalogue (title) VALUES ('after')") == "")
    #expect(try other.run("SELECT count(*) FROM books WHERE title <> 'R'") != "0")
    remote.close()
    #expect(try titles(path).isSuperset(of: ["A", "after"]))
  }

  @Test("two restores in one moment keep two copies")
  func twice() throws {
    let path = library.directory.file("copy.db")
    let first = try library.database.restore(from: path)
    try library.add { $0.title = "B" }
    let second = try library.database.restore(from: path)
    #expect(try titles(try #require(first.kept)) == ["A"])
    #expect(try titles(try #require(second.kept)) == ["A", "B"])
  }

  @Test("a library into which nothing was put is not kept; one with only an account is")
  func nothingToKeep() throws {
    let other = try Library()
    let path = library.directory.file("copy.db")
    let trial = try other.database.restore(from: path, isTrial: true)
    #expect(trial.books == 1)
    #expect(try other.value("SELECT count(*) FROM books") == "0")
    #expect(try other.database.restore(from: path).kept == nil)
    let third = try Library()
    try third.write {
      try $0.run("INSERT INTO accounts (name, source) VALUES ('away', 'file')")
    }
    let kept = try #require(try third.database.restore(from: path).kept)
    let names = try Connection(path: kept, mode: .readOnly).all(
      "SELECT name FROM accounts ORDER BY id"
    ) {
      $0.text(0)
    }
    #expect(names == ["home", "away"])
  }
}
