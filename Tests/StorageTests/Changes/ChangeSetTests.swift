import Catalogue
import Testing

@testable import Storage

@Suite struct ChangeSetTests {
  private struct Failed: Error {}

  let library: Library

  init() throws { library = try Library() }

  private func titles() throws -> [String] {
    try library.read { try $0.all("SELECT title FROM books ORDER BY number") { $0.text(0) } }
  }

  @Test("an error in a change set undoes the transaction, and nothing follows in it")
  func errorUndoesAll() throws {
    try library.add { $0.title = "kept" }
    #expect(throws: StorageError.self) {
      try library.write { connection in
        try connection.run("UPDATE books SET typed = '{\"title\":\"before\"}'")
        do {
          try ChangeSet.run("edit", at: Library.now, on: connection) {
            try connection.run("UPDATE books SET typed = '{\"title\":\"within\"}'")
            throw Failed()
          }
        } catch is Failed {}
        try connection.run("UPDATE books SET typed = '{\"title\":\"after\"}'")
      }
    }
    #expect(try titles() == ["kept"])
    #expect(try library.read { try $0.integer("SELECT count(*) FROM change_sets") } == 1)
  }

  @Test("within a savepoint, an error in a change set undoes no more than the savepoint does")
  func errorWithinASavepoint() throws {
    try library.add { $0.title = "kept" }
    try library.write { connection in
      try connection.run("UPDATE books SET typed = '{\"title\":\"before\"}'")
      do {
        try connection.savepoint {
          try ChangeSet.run("edit", at: Library.now, on: connection) {
            try connection.run("UPDATE books SET typed = '{\"title\":\"within\"}'")
            throw Failed()
          }
        }
      } catch is Failed {}
    }
    #expect(try titles() == ["before"])
  }
}
