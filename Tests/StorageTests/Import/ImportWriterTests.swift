import Catalogue
import Testing

@testable import Storage

@Suite struct ImportWriterTests {
  let directory: TemporaryDirectory
  let database: Database

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database.open(
      at: directory.file("library.db"), access: .writing(create: true))
  }

  let loom = ISBN(number: 9_780_836_932_720)

  func book(
    _ key: String, _ title: String? = nil, by author: String? = nil, isbn: ISBN? = nil
  ) -> ImportedBook {
    var details = BookDetails()
    details.title = title
    details.authors = author.map { [$0] }
    return ImportedBook(isbn: isbn, originKey: key, details: details, line: 1)
  }

  @discardableResult
  func run(
    _ books: [ImportedBook], _ policy: DuplicatePolicy = .skip
  ) throws -> ([ImportOutcome], ImportCounts) {
    try database.withWriter { connection in
      var low: UInt64 = UInt64.random(in: 0..<(1 << 60))
      let writer = try ImportWriter(
        connection,
        settings: ImportSettings(
          account: AccountID(rawValue: 1), onDuplicate: policy, name: "import test.csv",
          now: Instant(rawValue: 1_780_000_000_000)),
        makeID: {
          low += 1
          return BookID(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0000 | low)
        })
      return (try writer.write(books), writer.counts)
    }
  }

  func texts(_ sql: String) throws -> [String] {
    try database.readAndWait { try $0.all(sql) { $0.text(0) } }
  }

  @Test("a second import of the same rows changes nothing, also without ISBNs")
  func twice() throws {
    let rows = [
      book("goodreads:1", "The Loom of Destiny", by: "Arthur Stringer", isbn: loom),
      book("row:abc", "Subcutanean", by: "Aaron A. Reed"),
    ]
    #expect(try run(rows).0.map(\.verdict) == [1, 2].map { .added(BookNumber(rawValue: $0)) })
    let log = try texts("SELECT max(seq) FROM changes")
    #expect(try run(rows).0.map(\.verdict) == [1, 2].map { .unchanged(BookNumber(rawValue: $0)) })
    #expect(try texts("SELECT max(seq) FROM changes") == log)
    #expect(try texts("SELECT count(*) FROM change_sets") == ["1"])
  }

  @Test("a row that says more updates its book and takes nothing away")
  func updated() throws {
    try run([book("goodreads:1", "A", by: "B")])
    var row = book("goodreads:1")
    row.details.rating = 4
    #expect(try run([row]).0.map(\.verdict) == [.updated(BookNumber(rawValue: 1))])
    #expect(try texts("SELECT title || rating FROM books") == ["A4"])
  }

  @Test("what the user typed stands against an import")
  func typedStands() throws {
    try run([book("goodreads:1", "A")])
    try database.writeAndWait { try $0.run("UPDATE books SET typed = ?", #"{"title":"mine"}"#) }
    try run([book("goodreads:1", "B")])
    #expect(try texts("SELECT title FROM books") == ["mine"])
    #expect(try texts("SELECT imported FROM books") == [#"{"title":"B"}"#])
  }

  @Test("an ISBN that was taken away by hand stays away")
  func clearedISBN() throws {
    try run([book("goodreads:1", "A", isbn: loom)])
    try database.writeAndWait { try $0.run("UPDATE books SET isbn = NULL") }
    try run([book("goodreads:1", "A", isbn: loom)])
    #expect(try texts("SELECT isbn IS NULL FROM books") == ["1"])
  }

  @Test("the policy decides on a row whose ISBN is there", arguments: DuplicatePolicy.allCases)
  func policies(_ policy: DuplicatePolicy) throws {
    try database.writeAndWait {
      try $0.run("INSERT INTO books (account, isbn) VALUES (1, '9780836932720')")
    }
    let (outcomes, counts) = try run([book("goodreads:1", "A", isbn: loom)], policy)
    let verdict = try #require(outcomes.first?.verdict)
    switch policy {
    case .skip: #expect(verdict == .skipped("book 1 has the ISBN 9780836932720"))
    case .fail: #expect(verdict == .failed("book 1 has the ISBN 9780836932720"))
    case .add: #expect(verdict == .added(BookNumber(rawValue: 2)))
    case .update:
      #expect(verdict == .updated(BookNumber(rawValue: 1)))
      // It has the row's key now, so that the row is known the next time.
      #expect(try texts("SELECT origin_key || title FROM books") == ["goodreads:1A"])
    }
    #expect(counts.rows == 1)
  }

  @Test("one ISBN with clearly other title and author is another book, with a warning")
  func reusedISBN() throws {
    let (outcomes, _) = try run([
      book("row:1", "Ship models", by: "Adams, A.", isbn: loom),
      book("row:2", "Garden birds", by: "Brown, B.", isbn: loom),
      book("row:3", "Ship Models: a guide", by: "A. Adams", isbn: loom),
      book("row:4", isbn: loom),
      book("row:5", "Модели кораблей", by: "А. Адамс", isbn: loom),
    ])
    #expect(outcomes[1].verdict == .added(BookNumber(rawValue: 2)))
    #expect(outcomes[1].warning?.contains("book 1") == true)
    let reason = "book 1 has the ISBN 9780836932720"
    #expect(outcomes[2].verdict == .skipped(reason + " and the title “Ship models”"))
    #expect(outcomes[3].verdict == .skipped(reason))
    #expect(outcomes[4].verdict == .skipped(reason + " and the title “Ship models”"))
  }

  @Test(
    "one ISBN is of two books where title and author differ, or the volume",
    arguments: [
      ("The History of Glass", "John Adams", "The Art of Birds", "John Brown", true),
      ("Collected poems, vol. 1", "Ann Doe", "Collected poems, vol. 2", "Ann Doe", true),
      ("Collected poems 1", nil, "Collected poems 2", nil, true),
      ("Collected poems, Vol. I", "Ann Doe", "Collected poems, Vol. II", "Ann Doe", true),
      ("Collected poems, Part One", nil, "Collected poems, Part Two", nil, true),
      ("Collected poems, vol. 2", nil, "Collected poems, Vol. II", nil, false),
      ("Collected poems 02", nil, "Collected poems two", nil, false),
      ("Collected poems, vol. 1", "Ann Doe", "Collected poems", "Ann Doe", false),
      ("The Art of Birds", "J. Adams", "Birds, the art of", "John Adams", false),
      ("Garden birds", "John Adams", "Ship models", "Adams, J.", false),
      ("Garden birds", "John Adams", "Ship models", "Jack Adams", false),
      ("Garden birds", "Haruki Murakami", "Ship models", "Murakami Haruki", false),
      ("Garden birds", nil, "Ship models", "Ann Doe", false),
      ("Almanac 1998", "Ann Doe", "Almanac 1999", "Ann Doe", false),
      ("Garden birds", "Ann Doe", "Ship models", "Bo Roe", true),
    ] as [(String, String?, String, String?, Bool)])
  func twoBooks(
    title: String, author: String?, otherTitle: String, otherAuthor: String?, isOther: Bool
  ) throws {
    let (outcomes, counts) = try run([
      book("row:1", title, by: author, isbn: loom),
      book("row:2", otherTitle, by: otherAuthor, isbn: loom),
    ])
    #expect(counts.added == (isOther ? 2 : 1))
    #expect((outcomes[1].warning != nil) == isOther)
  }

  @Test("a row that is like a book in title, first author and year is added, with a warning")
  func likeness() throws {
    func row(_ key: String, _ change: (inout ImportedBook) -> Void = { _ in }) -> ImportedBook {
      var row = book(key, "The Loom of Destiny", by: "Arthur Stringer")
      row.details.published = "1899"
      change(&row)
      return row
    }
    let other = ISBN(number: 9_780_765_326_355)
    let (outcomes, counts) = try run([
      row("k:1") { $0.isbn = loom },
      row("k:2") {
        $0.details.title = "the LOOM of destiny"
        $0.details.authors = ["Stringer, Arthur", "Somebody Else"]
        $0.details.published = "c1899."
      },
      row("k:3") { $0.details.published = "1900" },
      row("k:4") { $0.details.published = nil },
      row("k:5") { $0.details.authors = nil },
      row("k:6") { $0.details.title = "The Loom of Destiny and more" },
      row("k:7") { $0.details.title = nil },
    ])
    #expect(counts.added == 7)
    #expect(outcomes[1].warning?.hasPrefix("book 1 has the same title") == true)
    for outcome in outcomes where outcome != outcomes[1] { #expect(outcome.warning == nil) }
    // Another ISBN is another edition; a book without one may be any.
    #expect(try run([row("k:8") { $0.isbn = other }]).0[0].warning?.hasPrefix("book 2 ") == true)
    try database.writeAndWait {
      try $0.run("UPDATE books SET removed_at = added_at WHERE number = 2")
    }
    #expect(try run([row("k:9") { $0.isbn = ISBN(number: 9_780_804_429_573) }]).0[0].warning == nil)
    // A copy that was asked for is no news.
    #expect(try run([row("k:10") { $0.isbn = loom }], .add).0[0].warning == nil)
  }

  @Test("a row whose book is in the trash is skipped with that reason")
  func trash() throws {
    try run([book("goodreads:1", "A", isbn: loom)])
    try database.writeAndWait {
      try $0.run("UPDATE books SET removed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
    }
    for row in [book("goodreads:1", "A"), book("other:1", "A", isbn: loom)] {
      let outcome = try run([row]).0.first
      guard case .skipped(let reason) = outcome?.verdict else {
        Issue.record("\(String(describing: outcome))")
        continue
      }
      #expect(reason.contains("trash"))
    }
  }

  @Test("rows are found at once, with their keys, and the log belongs to one change set")
  func indexed() throws {
    try run((1...30).map { book("k:\($0)", "The Straße \($0)", by: "Ann Çelik") })
    #expect(
      try texts("SELECT count(*) FROM books_fts WHERE books_fts MATCH 'strasse celik'") == ["30"])
    #expect(try texts("SELECT title_key FROM books WHERE number = 1") == ["strasse 1"])
    #expect(try texts("SELECT DISTINCT change_set FROM changes") == ["1"])
    #expect(try texts("SELECT count(*) FROM settings WHERE key = 'running_change_set'") == ["0"])
    // The rows were indexed as upkeep would index them.
    let before = try texts("SELECT rowid || title || authors FROM books_fts")
    try database.rebuildIndex()
    #expect(try texts("SELECT rowid || title || authors FROM books_fts") == before)
  }

  @Test("a file's form of a title for sorting counts as long as its title is shown")
  func sortTitle() throws {
    var row = book("k:1", "1984")
    row.details.sortTitle = "Nineteen Eighty-Four"
    try run([row])
    #expect(try texts("SELECT title_key FROM books") == ["nineteen eighty-four"])
    try database.rebuildIndex()
    #expect(try texts("SELECT title_key FROM books") == ["nineteen eighty-four"])
    try database.writeAndWait { try $0.run("UPDATE books SET typed = ?", #"{"title":"1985"}"#) }
    #expect(try texts("SELECT title_key FROM books") == ["1985"])
    try database.writeAndWait { try $0.run("UPDATE books SET typed = '{}'") }
    #expect(try texts("SELECT title_key FROM books") == ["nineteen eighty-four"])
    // Another title in the file has its own form for sorting, or none.
    try run([book("k:1", "The Road")])
    #expect(try texts("SELECT title_key FROM books") == ["road"])
  }

  @Test("a hand edit before an import is indexed with it")
  func handEditBefore() throws {
    let hand = try Connection(path: database.path)
    try hand.run("INSERT INTO books (account, typed) VALUES (1, ?)", #"{"title":"by hand"}"#)
    try run([book("k:1", "A")])
    #expect(try texts("SELECT rowid FROM books_fts WHERE books_fts MATCH 'hand'") == ["1"])
  }

  @Test("a row that the schema refuses fails alone")
  func refusedRow() throws {
    var bad = book("k:2", "B")
    bad.details.rating = 7
    let (outcomes, counts) = try run([book("k:1", "A"), bad, book("k:3", "C")])
    #expect(outcomes[1].verdict == .failed("CHECK constraint failed: rating is 0 to 5"))
    #expect((counts.added, counts.failed) == (2, 1))
    #expect(try texts("SELECT title FROM books ORDER BY number") == ["A", "C"])
  }

  @Test("a tried import reports and leaves nothing")
  func dryRun() throws {
    struct Tried: Error {}
    try database.withWriter { connection in
      let writer = try ImportWriter(
        connection,
        settings: ImportSettings(account: AccountID(rawValue: 1), now: Instant(rawValue: 0)),
        makeID: { BookID(high: 0x7000, low: 1 << 63) })
      #expect(throws: Tried.self) {
        try connection.write {
          let outcomes = try writer.store([book("k:1", "A")])
          #expect(outcomes.count == 1)
          throw Tried()
        }
      }
    }
    #expect(try texts("SELECT count(*) FROM books") == ["0"])
    #expect(try texts("SELECT count(*) FROM books_fts") == ["0"])
    #expect(try texts("SELECT count(*) FROM change_sets") == ["0"])
  }

  @Test("text is stored composed")
  func composed() throws {
    try run([book("k:1", "Cafe\u{301}")])
    #expect(try texts("SELECT hex(title) FROM books") == ["436166C3A9"])
  }
}
