import Catalogue
import Determinism
import Testing

@testable import Storage

@Suite struct BookQueryTests {
  let library: Library

  init() throws {
    library = try Library()
    try library.add(isbn: ISBN(parsing: "9780306406157")) {  // 1
      $0.title = "The Left Hand of Darkness"
      $0.authors = ["Ursula K. Le Guin"]
      $0.published = "1969"
      $0.pages = 304
      $0.tags = ["science fiction", "winter"]
      $0.shelf = "read"
      $0.rating = 4.5
      $0.language = "eng"
      $0.readAt = ["2024-05-01", "2026-01-31"]
      $0.identifiers = ["goodreads": "18423"]
    }
    try library.add {  // 2
      $0.title = "A Wizard of Earthsea"
      $0.authors = ["Ursula K. Le Guin"]
      $0.published = "1968"
      $0.tags = ["islands", "sea"]
      $0.series = "Earthsea"
      $0.seriesNumber = "1"
      $0.shelf = "to-read"
      $0.language = "eng"
    }
    try library.add {  // 3
      $0.title = "Das Gläserne Meer"
      $0.authors = ["Jürgen Straße", "Ursula Meer"]
      $0.published = "2001"
      $0.pages = 99
      $0.language = "deu"
      $0.series = "Winter"
      $0.seriesNumber = "2.5"
      $0.rating = 2
      $0.notes = "left by a friend"
    }
  }

  /// The numbers that a query finds, however it is asked for; they must agree.
  func find(_ text: String) throws -> [Int64] {
    let query = try BookQuery(text)
    return try library.read { connection in
      let page = BookPage(account: Library.home, query: query)
      let listed = try page.numbers(on: connection).map(\.rawValue)
      for sort in BookSort.Key.allCases {
        var other = page
        other.sort = BookSort(sort)
        #expect(try other.numbers(on: connection).map(\.rawValue).sorted() == listed)
        other.thenBy = [BookSort(.title), BookSort(.year)]
        #expect(try other.numbers(on: connection).map(\.rawValue).sorted() == listed)
      }
      let found = try BookSearch.find(query, in: Library.home, on: connection)
      #expect(found.map(\.rawValue).sorted() == listed)
      return listed
    }
  }

  @Test("a place in a series that is no number is in no range")
  func placeWithoutNumber() throws {
    try library.add {
      $0.series = "Winter"
      $0.seriesNumber = "III"
    }
    #expect(try find("series_number<=9") == [2, 3])
    #expect(try find("series_number>=0") == [2, 3])
    #expect(try find("series_number:iii") == [4])
  }

  @Test(
    "a query finds the books that meet it",
    arguments: [
      ("ursula", [1, 2, 3]), ("ursula -sea", [1, 3]),
      ("\"left hand\"", [1]), ("\"hand left\"", []), ("left", [1, 3]), ("-left", [2]),
      ("wizard OR darkness", [1, 2]), ("ursula (wizard OR hand)", [1, 2]),
      ("ursula AND wizard", [2]), ("wizard or darkness", []),
      ("title:left", [1]), ("notes:left", [3]), ("title:\"of dark\"", []),
      ("title:\"of dark\"*", [1]), ("title:\"of darkness\"", [1]), ("title:dark", [1]),
      ("title:dark ursula", []), ("title:dark* ursula", [1]),
      ("author:\"le guin\"", [1, 2]), ("author:strasse", [3]), ("authors=\"ursula meer\"", [3]),
      ("author:\"straße ursula\"", []), ("title:meer", [3]), ("series:winter", [3]),
      ("tag:winter", [1]), ("tag:\"science fiction\"", [1]), ("tag=science", []),
      ("-tag:winter", [2, 3]), ("-tag:*", [3]), ("tag:\"\"", [3]), ("tag:*", [1, 2]),
      ("shelf:read", [1, 2]), ("shelf=read", [1]), ("-shelf=read", [2, 3]), ("shelf=READ", [1]),
      ("year:1969", [1]), ("year:1968..1969", [1, 2]), ("year:1969..", [1, 3]),
      ("year:..1968", [2]), ("year>1968", [1, 3]), ("year>=1968 year<2001", [1, 2]),
      ("-year:1969", [2, 3]), ("pages>=100", [1]), ("-pages>=100", [2, 3]), ("pages:\"\"", [2]),
      ("rating>4", [1]), ("rating:2..4.5", [1, 3]), ("rating<=2", [3]),
      ("series_number:2.5", [3]), ("series_number>=1", [2, 3]), ("series_number>1", [3]),
      ("language:english", [1, 2]), ("language:de", [3]),
      ("read:2026", [1]), ("read:2024-05", [1]), ("read:2025", []), ("read>2024-05-01", [1]),
      ("read<2024", []), ("added>2000", [1, 2, 3]), ("added:..2000", []),
      ("isbn:0306406152", [1]), ("isbn:978-0-306-40615-7", [1]), ("isbn:97803*", [1]),
      ("isbn:\"\"", [2, 3]), ("isbn:*", [1]), ("-isbn:*", [2, 3]), ("9780306406157", [1]),
      ("9780306406157 darkness", [1]), ("9780306406157 OR wizard", [1, 2]),
      ("-9780306406157", [2, 3]),
      ("number:2", [2]), ("number:2..3", [2, 3]), ("-number:2", [1, 3]), ("number:2 wizard", [2]),
      ("number:2 darkness", []), ("isbn:0306406152 wizard", []),
      ("sync:never", [1]), ("sync:no-isbn", [2, 3]), ("identifier:18423", [1]),
      ("(year:1969 OR tag:sea) -wizard", [1]), ("-(ursula wizard)", [1, 3]),
      ("((wizard))", [2]), ("ursula -(sea OR hand)", [3]), ("", []), ("?!", []), ("()", []),
      ("ursula ?!", [1, 2, 3]), ("Hand: of", [1]),
    ] as [(String, [Int64])])
  func finds(_ text: String, _ numbers: [Int64]) throws {
    #expect(try find(text) == numbers, "\(text)")
  }

  @Test(
    "a query that cannot be meant says where and why",
    arguments: [
      ("dune tilte:x", 5..<10, "no field `tilte`"), ("year:old", 0..<8, "no value of year"),
      ("a year:1..x", 2..<11, "`x` is no value"), ("title>a", 0..<7, "no order"),
      ("isbn:123", 0..<8, "no ISBN"), ("sync:done", 0..<9, "never `done`"),
      ("OR a", 0..<2, "both sides"), ("a OR", 2..<4, "both sides"),
      ("a (b OR)", 5..<7, "both sides"), ("title:(a OR b)", 0..<8, "one value"),
      ("read:2026-13", 0..<12, "no value"), ("read:2026-02-30", 0..<15, "no value"),
      ("rating:nan", 0..<10, "no value"), ("year:..", 0..<7, "no end"),
      ("year:99999999999999999999", 0..<25, "no value"), ("account:home", 0..<7, "no field"),
    ])
  func refuses(_ text: String, _ range: Range<Int>, _ reason: String) throws {
    let error = try #require(throws: BookQueryError.self) { try BookQuery(text) }
    #expect(error.range == range, "\(text): \(error)")
    #expect(error.reason.contains(reason), "\(error)")
    #expect(!error.remedy.isEmpty)
  }

  @Test(
    "what has no meaning is text",
    arguments: [
      "E=mc2", "http://example.org/a", ":)", "(a", "a)", "f(x)", "\"a", "a\"b", "-", "--", "a - b",
      "C++", "50%", "O'Brien", "x:", "title:", "title: dune", "a>", "12:30", "year:\u{301}",
    ])
  func isText(_ text: String) throws {
    try library.add { $0.title = text }
    let query = try? BookQuery(text)
    let found = try #require(query, "\(text) is read")
    _ = try library.read { try BookPage(account: Library.home, query: found).numbers(on: $0) }
  }

  @Test("conditions and brackets have an end")
  func bounded() throws {
    let many = (0..<501).map { "year:\($0)" }.joined(separator: " OR ")
    #expect(throws: BookQueryError.self) { try BookQuery(many) }
    let deep = String(repeating: "(", count: 60) + "a" + String(repeating: ")", count: 60)
    #expect(throws: BookQueryError.self) { try BookQuery(deep) }
    #expect(try find((0..<500).map { "year:\($0)" }.joined(separator: " OR ")) == [])
  }

  @Test("the extremes of whole numbers do not overflow")
  func extremes() throws {
    #expect(try find("year>9223372036854775807") == [])
    #expect(try find("year<-9223372036854775808") == [])
    #expect(try find("year<9223372036854775807") == [1, 2, 3])
  }

  @Test("any text is a query or a message, and both ways of asking agree; the seed is printed")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("BookQueryTests.random: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "ursula", "left", "title:", "year:", "tag:", "isbn:", "1969", "..", ">", "=", "-", "(", ")",
      " ", " ", " ", " OR ", " AND ", "\"", "*", "wizard", "9780306406157", "\u{301}", "海", "\0",
      "-year>", "shelf=read", "rating:", "4.5", "read:2026",
    ]
    for _ in 0..<300 {
      let count = Int.random(in: 1...9, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      do {
        _ = try find(text)
      } catch let error as BookQueryError {
        #expect(error.range.upperBound <= text.count, "\(text)")
      }
    }
  }
}
