import Catalogue
import Determinism
import Testing

@testable import Storage

@Suite struct BookInsertionTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  func library(_ name: String) throws -> Database {
    try Database.open(at: directory.file(name), access: .writing(create: true))
  }

  /// Writes rows, some at once, and says what became of each.
  func write(
    _ books: [ImportedBook], atOnce: Int, to database: Database, _ policy: DuplicatePolicy
  ) throws -> [ImportOutcome] {
    try database.withWriter { connection in
      var identities = SeededGenerator(seed: 1)
      let writer = try ImportWriter(
        connection,
        settings: ImportSettings(
          account: AccountID(rawValue: 1), onDuplicate: policy, name: "import",
          now: Instant(rawValue: 1_780_000_000_000)),
        makeID: { BookID(milliseconds: 1_780_000_000_000, using: &identities) })
      var outcomes: [ImportOutcome] = []
      for start in stride(from: 0, to: books.count, by: atOnce) {
        outcomes += try writer.write(Array(books[start..<min(start + atOnce, books.count)]))
      }
      #expect(writer.counts.rows == books.count)
      return outcomes
    }
  }

  func rows(of database: Database) throws -> [String] {
    try database.readAndWait {
      try $0.all(
        """
        SELECT number || '|' || id || '|' || account || '|' || coalesce(isbn, '-') || '|'
          || origin_key || '|' || imported || '|' || sync_state || '|' || added_at || '|'
          || coalesce(title_key, '-') || '|' || coalesce(author_key, '-') || '|'
          || coalesce(year, '-')
        FROM books ORDER BY number
        """
      ) { $0.text(0) }
    }
  }

  /// Rows of few titles, authors, ISBNs and origins, of which the schema refuses some.
  func books(_ count: Int, using generator: inout SeededGenerator) -> [ImportedBook] {
    (0..<count).map { line in
      let key = Int.random(in: 0..<(3 * count), using: &generator)
      var details = BookDetails()
      details.title = "Title \(key % count)"
      details.authors = ["Ann \(key % 2)"]
      details.published = "\(1990 + key % 2)"
      if Int.random(in: 0..<150, using: &generator) == 0 { details.rating = 7 }
      // One in ten numbers has the right check digit.
      let isbn = ISBN(
        number: 9_781_000_000_000 + UInt64.random(in: 0..<UInt64(5 * count), using: &generator))
      return ImportedBook(isbn: isbn, originKey: "k:\(key)", details: details, line: line + 1)
    }
  }

  @Test(
    "rows that come by the hundred become what they become one by one",
    arguments: DuplicatePolicy.allCases)
  func together(policy: DuplicatePolicy) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let books = books(1000, using: &generator)
    let (many, single) = (try library("many.db"), try library("single.db"))
    let outcomes = try write(books, atOnce: 500, to: many, policy)
    let others = try write(books, atOnce: 1, to: single, policy)
    #expect(outcomes.map(\.verdict) == others.map(\.verdict), "seed \(seed)")
    // What an update did to a title is seen by rows that are like it after the batch.
    if policy != .update {
      #expect(outcomes.map(\.warning) == others.map(\.warning), "seed \(seed)")
    }
    #expect(try rows(of: many) == rows(of: single), "seed \(seed)")
  }

  @Test("one refused row among a hundred fails alone")
  func refused() throws {
    let database = try library("library.db")
    let books = (1...100).map { number in
      var details = BookDetails()
      details.title = "Title \(number)"
      details.rating = number == 40 ? 7 : 4
      return ImportedBook(isbn: nil, originKey: "k:\(number)", details: details, line: number)
    }
    let verdicts = try write(books, atOnce: 100, to: database, .skip).map(\.verdict)
    #expect(verdicts[39] == .failed("CHECK constraint failed: rating is 0 to 5"))
    #expect(verdicts[38] == .added(BookNumber(rawValue: 39)))
    #expect(verdicts[40] == .added(BookNumber(rawValue: 40)))
    #expect(try rows(of: database).count == 99)
  }

  @Test("a hundred rows get numbers that no book ever had")
  func numbers() throws {
    let database = try library("library.db")
    try database.writeAndWait { connection in
      try connection.run("INSERT INTO books (account, typed) VALUES (1, '{\"title\":\"A\"}')")
      try connection.run("INSERT INTO books (account, typed) VALUES (1, '{\"title\":\"B\"}')")
      try connection.run("DELETE FROM books WHERE number = 2")
    }
    let books = (1...100).map { number in
      ImportedBook(isbn: nil, originKey: "k:\(number)", details: BookDetails(), line: number)
    }
    let verdicts = try write(books, atOnce: 100, to: database, .skip).map(\.verdict)
    #expect(verdicts == (3...102).map { .added(BookNumber(rawValue: $0)) })
  }
}
