import Catalogue
import Glibc
import Testing

@testable import Storage

/// What a restore that cannot be finished leaves, and what it says.
@Suite struct RestoreFailureTests {
  let library: Library

  init() throws {
    library = try Library()
    for index in 0..<400 {
      try library.add { $0.notes = "\(index) " + String(repeating: "x", count: 2000) }
    }
    try library.database.backUp(to: library.directory.file("copy.db"))
  }

  @Test("an error before the replacement leaves the library, and names the copy that is kept")
  func beforeReplacing() throws {
    try library.add { $0.title = "Z" }
    let full = StorageError(.diskFull, "w", at: "p", because: "c", remedy: "r")
    let error = #expect(throws: StorageError.self) {
      try library.database.restore(from: library.directory.file("copy.db")) { step in
        if step == .kept { throw full }
      }
    }
    let kept = try #require(
      library.directory.names().first {
        $0.contains(".before-restore-") && !$0.hasSuffix(".lock")
      })
    #expect(error?.description.contains(library.directory.file(kept)) == true)
    #expect(error?.remedy.contains("the library is as it was") == true)
    #expect(try library.value("SELECT count(*) FROM books") == "401")
    try library.add { $0.title = "Y" }
  }

  @Test(
    "a disk that becomes full at any moment: nothing is changed, or all is restored and said so")
  func diskFull() throws {
    let backup = library.directory.file("copy.db")
    let size = try #require(File.size(backup))
    let directory = try TemporaryDirectory()
    guard let disk = SmallDisk(directory, kilobytes: 6 * size / 1024) else { return }
    var results: Set<Int> = []
    for part in 0..<24 {
      let path = disk.file("\(part).db")
      let database = try Database.open(at: path, access: .writing(create: true))
      try database.writeAndWait {
        try $0.run("INSERT INTO books (account, typed) VALUES (1, '{\"title\":\"the one\"}')")
      }
      disk.fill(leaving: size * part / 6)
      var expected = 1
      do {
        let outcome = try database.restore(from: backup)
        expected = 400
        #expect(outcome.books == 400 && outcome.kept != nil)
      } catch let error as StorageError {
        #expect(error.kind == .diskFull, "\(error)")
      }
      results.insert(expected)
      disk.empty()
      let books = try database.readAndWait { try BookCount.all(on: $0) }
      #expect(books == expected, "part \(part)")
      #expect(try database.readAndWait { try DatabaseCheck($0, deep: true).findings } == [])
      database.close()
      disk.removeAll()
    }
    #expect(results == [1, 400])
  }
}
