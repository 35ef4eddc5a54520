import Catalogue
import Determinism
import Glibc
import Testing

@testable import Storage

/// A reader of the news of a library, and what it has been told so far.
final class NewsReader {
  let feed: ChangeFeed
  var position: BookNews.Position?

  /// Begins to follow a library.
  init(_ database: Database, limit: Int = 500) async throws {
    feed = ChangeFeed(of: database, limit: limit)
    let first = try await look()
    #expect(first.mustReload && first.changes.isEmpty, "a reader begins by reading everything")
  }

  nonisolated(nonsending) func look() async throws -> BookNews {
    let news = try await feed.look(from: position)
    position = news.position
    return news
  }

  /// What has changed since the last look, in words.
  nonisolated(nonsending) func changes() async throws -> [String] {
    try await look().changes.map { change in
      switch change {
      case .changed(let book, let isNew):
        "\(book.number) \(isNew ? "new" : "changed"): \(book.shown.title ?? "-")"
      case .removed(let book): "\(book.number) removed"
      case .deleted(let number): "\(number) deleted"
      case .unreadable(let number, let error): "\(number) unreadable: \(error.cause)"
      }
    }
  }
}

@Suite("The news of the books")
struct ChangeFeedTests {
  @Test("of a commit by another connection, once")
  func otherConnection() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let reader = try await NewsReader(library.database)
    #expect(try await reader.changes() == [])
    try library.say(.typed, #"{"title":"Emma, again"}"#, of: number)
    #expect(try await reader.changes() == ["1 changed: Emma, again"])
    #expect(try await reader.changes() == [])
  }

  @Test("when nobody has committed, the same position comes back")
  func nothing() async throws {
    let library = try Library()
    try library.add { $0.title = "Emma" }
    let reader = try await NewsReader(library.database)
    let position = reader.position
    let news = try await reader.look()
    #expect(news.isEmpty)
    #expect(reader.position == position)
  }

  @Test("a checkpoint, and a commit that changes no book, are none; the next change still is")
  func commitsWithoutChanges() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let reader = try await NewsReader(library.database)
    let other = try Connection(path: library.database.path, mode: .readWrite)
    let before = try #require(reader.position)
    try other.execute(
      "PRAGMA wal_checkpoint(TRUNCATE); UPDATE accounts SET contact = 'a@b.example'")
    let news = try await reader.look()
    #expect(news.isEmpty)
    #expect(news.position != before, "the commit is known, so it is not looked into again")
    #expect(news.position.entry == before.entry)
    try other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try library.say(.typed, #"{"title":"Later"}"#, of: number)
    #expect(try await reader.changes() == ["1 changed: Later"])
  }

  @Test("what is read after the first look misses nothing that the next one tells")
  func beginning() async throws {
    let library = try Library()
    let reader = try await NewsReader(library.database)
    let number = try library.add { $0.title = "Between" }
    #expect(try library.book(number)?.typed.title == "Between")
    #expect(try await reader.changes() == ["1 new: Between"], "told again rather than not at all")
  }

  @Test("of a transaction that is rolled back there are none, and the log has no hole after it")
  func rollback() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let reader = try await NewsReader(library.database)
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try library.write { connection in
        try connection.run("UPDATE books SET typed = '{}'")
        throw Undone()
      }
    }
    #expect(try await reader.look().isEmpty)
    try library.write { connection in
      _ = try? connection.savepoint {
        try connection.run("UPDATE books SET typed = '{}'")
        throw Undone()
      }
      try connection.run(#"UPDATE books SET typed = '{"title":"Kept"}' WHERE number = ?"#, number)
    }
    #expect(try await reader.changes() == ["1 changed: Kept"])
  }

  @Test("of more books than a step may tell come in several steps, each at once")
  func steps() async throws {
    let library = try Library()
    let reader = try await NewsReader(library.database, limit: 2)
    for title in ["A", "B", "C", "D", "E"] { try library.add { $0.title = title } }
    #expect(try await reader.changes() == ["1 new: A", "2 new: B"])
    #expect(reader.position?.hasMore == true)
    try library.say(.typed, #"{"title":"D2"}"#, of: BookNumber(rawValue: 4))
    #expect(try await reader.changes() == ["3 new: C", "4 new: D2"])
    #expect(try await reader.changes() == ["5 new: E", "4 changed: D2"])
    #expect(reader.position?.hasMore == false)
    #expect(try await reader.changes() == [])
  }

  @Test("of one book that changed very often come in steps as well")
  func manyEntriesOfOneBook() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let reader = try await NewsReader(library.database, limit: 1)
    try library.write { connection in
      for edition in 1...40 {
        try connection.run(
          "UPDATE books SET typed = json_object('title', ?) WHERE number = ?", "\(edition)", number)
      }
    }
    for hasMore in [true, true, false] {
      #expect(try await reader.changes() == ["1 changed: 40"])
      #expect(reader.position?.hasMore == hasMore)
    }
    #expect(try await reader.changes() == [])
  }

  @Test("of entries that were pruned before they were seen: everything must be read again")
  func pruned() async throws {
    let library = try Library()
    for title in ["A", "B", "C"] { try library.add { $0.title = title } }
    let reader = try await NewsReader(library.database)
    try library.write { try $0.run("DELETE FROM changes WHERE seq <= 3") }
    #expect(try await reader.look().isEmpty, "what was pruned had been seen")
    try library.say(.typed, "{}", of: BookNumber(rawValue: 1))
    try library.say(.typed, "{}", of: BookNumber(rawValue: 2))
    try library.write { try $0.run("DELETE FROM changes WHERE seq <= 4") }
    let news = try await reader.look()
    #expect(news.mustReload)
    #expect(news.position.entry == LogEntry(rawValue: 5))
    try library.say(.typed, "{}", of: BookNumber(rawValue: 3))
    try library.write { try $0.run("DELETE FROM changes") }
    #expect(try await reader.look().mustReload, "nothing is left of what was not seen")
    #expect(try await reader.look().isEmpty)
  }

  @Test("entries pruned beneath the ones not seen yet do no harm")
  func prunedBeneath() async throws {
    let library = try Library()
    for title in ["A", "B"] { try library.add { $0.title = title } }
    let reader = try await NewsReader(library.database)
    try library.say(.typed, "{}", of: BookNumber(rawValue: 1))
    try library.write { try $0.run("DELETE FROM changes WHERE seq <= 2") }
    #expect(try await reader.changes() == ["1 changed: -"])
  }

  @Test("a position of another opening of the library tells what came between")
  func reopened() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let first = try Database.open(at: library.database.path, access: .reading)
    let position = try await ChangeFeed(of: first).look(from: nil).position
    first.close()
    try library.say(.typed, #"{"title":"Between"}"#, of: number)
    let second = try Database.open(at: library.database.path, access: .reading)
    defer { second.close() }
    let reader = try await NewsReader(second)
    #expect(
      reader.position?.dataVersion == position.dataVersion,
      "each connection counts for itself, here to the same number")
    reader.position = position
    #expect(try await reader.changes() == ["1 changed: Between"])
  }

  @Test("index upkeep by the reading connection is none, and swallows none")
  func upkeepOfReader() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let reader = try await NewsReader(library.database)
    let other = try Connection(path: library.database.path, mode: .readWrite)
    try other.run(#"UPDATE books SET typed = '{"title":"Éva"}' WHERE number = ?"#, number)
    #expect(try library.value("SELECT title_key FROM books") == "eva", "a read keeps the index")
    #expect(try await reader.changes() == ["1 changed: Éva"])
    #expect(try await reader.changes() == [])
  }

  @Test("looking writes nothing, also when the index is behind")
  func writesNothing() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let reader = try await NewsReader(library.database)
    let other = try Connection(path: library.database.path, mode: .readWrite)
    try other.run(#"UPDATE books SET typed = '{"title":"Éva"}' WHERE number = ?"#, number)
    let version = try other.dataVersion()
    #expect(try await reader.changes() == ["1 changed: Éva"])
    #expect(try other.dataVersion() == version)
  }

  @Test("through a database that was opened for reading")
  func readOnly() async throws {
    let library = try Library()
    let number = try library.add { $0.title = "Emma" }
    let database = try Database.open(at: library.database.path, access: .reading)
    defer { database.close() }
    let reader = try await NewsReader(database)
    try library.say(.typed, "{}", of: number)
    #expect(try await reader.changes() == ["1 changed: -"])
  }

  @Test("a file that was put in the place of the open one is an error that says so")
  func replaced() async throws {
    let library = try Library()
    try library.add { $0.title = "Emma" }
    let path = library.database.path
    let reader = try await NewsReader(library.database)
    try File.copy(path, to: path + ".other")
    try #require(rename(path + ".other", path) == 0)
    let error = await #expect(throws: StorageError.self) { try await reader.look() }
    #expect(error?.kind == .missing)
    #expect(
      error?.description
        == "the database is no longer the one that is open (\(path)): its file was moved away or "
        + "replaced; open it again")
  }

  @Test("a transaction of others is told whole, however often they commit while it is read")
  func whole() async throws {
    let library = try Library()
    for _ in 1...2 { try library.add { $0.title = "0" } }
    let reader = try await NewsReader(library.database)
    let path = library.database.path
    // It writes for as long as this reads, so that commits do fall between.
    let writing = Task.detached {
      let other = try Connection(path: path, mode: .readWrite)
      try other.execute("PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000")
      var edition = 0
      while !Task.isCancelled {
        edition += 1
        try other.run("UPDATE books SET typed = json_object('title', ?)", "\(edition)")
        // The pool has few threads, and whom this waits for needs one.
        await Task.yield()
      }
    }
    var torn = 0
    var told = 0
    var looks = 0
    while told < 100 && looks < 100_000 {
      looks += 1
      let titles = try await reader.look().changes.map { change in
        if case .changed(let book, _) = change { book.typed.title ?? "" } else { "" }
      }
      if titles.isEmpty { continue }
      told += 1
      if titles.count != 2 || titles[0] != titles[1] { torn += 1 }
    }
    writing.cancel()
    try await writing.value
    #expect(told == 100)
    #expect(torn == 0)
  }

  @Test("applied one after the other, they give what is there", arguments: 1...4 as ClosedRange)
  func applied(seed: Int) async throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let library = try Library()
    let other = try Connection(path: library.database.path, mode: .readWrite)
    try other.execute("PRAGMA synchronous = OFF")
    let reader = try await NewsReader(
      library.database, limit: Int.random(in: 1...4, using: &generator))
    var told: [BookNumber: Book] = [:]
    func follow() async throws {
      repeat {
        for change in try await reader.look().changes {
          switch change {
          case .changed(let book, _): told[book.number] = book
          case .removed(let book): told[book.number] = nil
          case .deleted(let number): told[number] = nil
          case .unreadable(let number, let error): Issue.record("\(number): \(error)")
          }
        }
      } while reader.position?.hasMore == true
    }
    for step in 0..<120 {
      let number = Int64.random(in: 1...8, using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: try library.add { $0.title = "added \(step)" }
      case 1: try other.run("DELETE FROM books WHERE number = ?", number)
      case 2:
        try other.run(
          "REPLACE INTO books (number, account, typed) VALUES (?, 1, json_object('title', ?))",
          number, "made anew \(step)")
      case 3: try other.run("DELETE FROM catalogue WHERE number = ?", number)
      case 4: try other.run("UPDATE books SET removed_at = NULL WHERE number = ?", number)
      case 5:
        try other.run(
          "UPDATE books SET fetched = json_object('title', ?) WHERE number = ?", "f \(step)", number
        )
      case 6: try other.execute("PRAGMA wal_checkpoint(PASSIVE)")
      case 7: try await follow()
      default:
        try other.execute("BEGIN")
        for number in 1...4 {
          try other.run(
            "UPDATE books SET typed = json_object('title', ?) WHERE number = ?", "t \(step)", number
          )
        }
        if Bool.random(using: &generator) { try await follow() }
        try other.execute(Bool.random(using: &generator) ? "COMMIT" : "ROLLBACK")
      }
    }
    try await follow()
    let there = try library.read { connection in
      try BookRows.read(
        numbers: (1...200 as ClosedRange<Int64>).map { BookNumber(rawValue: $0) }, in: Library.home,
        on: connection)
    }
    #expect(
      told == Dictionary(uniqueKeysWithValues: there.map { ($0.number, $0) }), "seed \(seed)")
  }
}
