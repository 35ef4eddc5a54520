import Catalogue
import Determinism
import Testing

@testable import Storage

@Suite struct BookPageTests {
  let library: Library

  init() throws { library = try Library() }

  func numbers(_ sort: BookSort, after: BookNumber? = nil, limit: Int? = nil) throws -> [Int64] {
    let page = BookPage(account: Library.home, sort: sort, after: after, limit: limit)
    return try library.read { try page.numbers(on: $0) }.map(\.rawValue)
  }

  @Test("each key sorts in both directions, and what lacks the key comes last")
  func sorts() throws {
    try library.add {
      $0.title = "The Ápple"
      $0.authors = ["Ursula K. Le Guin"]
      $0.published = "2001"
    }
    try library.add(isbn: .sample(1))
    try library.add {
      $0.title = "banana"
      $0.authors = ["Anton Zeh"]
      $0.published = "May 1999"
    }
    #expect(try numbers(BookSort(.number)) == [1, 2, 3])
    #expect(try numbers(BookSort(.number, descending: true)) == [3, 2, 1])
    #expect(try numbers(BookSort(.title)) == [1, 3, 2])
    #expect(try numbers(BookSort(.title, descending: true)) == [3, 1, 2])
    #expect(try numbers(BookSort(.author)) == [1, 3, 2])
    #expect(try numbers(BookSort(.author, descending: true)) == [3, 1, 2])
    #expect(try numbers(BookSort(.year)) == [3, 1, 2])
    #expect(try numbers(BookSort(.year, descending: true)) == [1, 3, 2])
    #expect(try numbers(BookSort(.added)) == [1, 2, 3])
  }

  @Test(
    "pages of any size put together are the whole list, whatever the key, with equal and missing keys"
  )
  func pages() throws {
    var generator = SeededGenerator(seed: 20)
    let titles = ["a", "b", "c", nil, ""]
    let books = (0..<60).map { _ in
      library.newBook {
        $0.title = titles.randomElement(using: &generator) ?? nil
        $0.published =
          Bool.random(using: &generator) ? "19\(Int.random(in: 70...75, using: &generator))" : nil
        $0.authors =
          Bool.random(using: &generator)
          ? ["A B", "C D"].randomElement(using: &generator).map { [$0] } : nil
      }
    }
    try library.write { try BookAdding.add(books, to: Library.home, at: Library.now, on: $0) }
    try library.write {
      let removed = (1...60).filter { $0 % 7 == 0 }.map { BookNumber(rawValue: $0) }
      try BookRemoving.remove(removed, from: Library.home, at: Library.now, on: $0)
    }
    for key in BookSort.Key.allCases {
      for descending in [false, true] {
        let sort = BookSort(key, descending: descending)
        let all = try numbers(sort)
        #expect(Set(all).count == 52 && all.count == 52)
        for size in [1, 7, 52, 100] {
          var together: [Int64] = []
          while true {
            let after = together.last.map { BookNumber(rawValue: $0) }
            let page = try numbers(sort, after: after, limit: size)
            together += page
            if page.count < size { break }
          }
          #expect(together == all, "\(sort) by \(size)")
        }
      }
    }
    for key in BookSort.Key.allCases {
      for descending in [false, true] {
        let sort = BookSort(key, descending: descending)
        let all = try numbers(sort)
        for size in [1, 7, 100] {
          var together: [Int64] = []
          while true {
            var page = BookPage(
              account: Library.home, sort: sort,
              after: together.last.map { BookNumber(rawValue: $0) }, limit: size)
            page.isBackwards = true
            let part = try library.read { try page.numbers(on: $0) }.map(\.rawValue)
            together += part
            if part.count < size { break }
          }
          #expect(together == all.reversed(), "\(sort) backwards by \(size)")
        }
      }
    }
    #expect(try numbers(BookSort(.title), limit: 0) == [])
  }

  @Test("several keys sort one after another, and pages put together are the whole list")
  func severalKeys() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    struct Row {
      let title: String?
      let author: String?
      let year: Int?
    }
    let rows = (0..<80).map { _ in
      Row(
        title: ["a", "b", nil].randomElement(using: &generator) ?? nil,
        author: ["x", "y", nil].randomElement(using: &generator) ?? nil,
        year: [1990, 1991, nil].randomElement(using: &generator) ?? nil)
    }
    let books = rows.map { row in
      library.newBook {
        $0.title = row.title
        $0.authors = row.author.map { [$0] }
        $0.published = row.year.map(String.init)
      }
    }
    try library.write { try BookAdding.add(books, to: Library.home, at: Library.now, on: $0) }

    /// The rule in Swift: what is missing comes last, in either direction.
    func compare<Value: Comparable>(_ left: Value?, _ right: Value?, _ descending: Bool) -> Int {
      guard let left, let right else { return left == nil ? (right == nil ? 0 : 1) : -1 }
      return left == right ? 0 : (left < right) != descending ? -1 : 1
    }
    func expected(_ keys: [BookSort]) -> [Int64] {
      let order = (0..<rows.count).sorted { left, right in
        for key in keys {
          let result =
            switch key.key {
            case .title: compare(rows[left].title, rows[right].title, key.descending)
            case .author: compare(rows[left].author, rows[right].author, key.descending)
            case .year: compare(rows[left].year, rows[right].year, key.descending)
            case .number: compare(left, right, key.descending)
            case .added: 0
            }
          if result != 0 { return result < 0 }
        }
        return compare(left, right, keys[keys.count - 1].descending) < 0
      }
      return order.map { Int64($0 + 1) }
    }
    for text in [
      "author,-year", "-author,year,title", "year,-number", "title,-author,-year", "added,title",
      "-added,-year,author", "author,author,-title", "title,-year,-added",
    ] {
      let keys = try #require(BookSort.list(text))
      var page = BookPage(account: Library.home, sort: keys[0])
      page.thenBy = Array(keys.dropFirst())
      let all = try library.read { try page.numbers(on: $0) }.map(\.rawValue)
      #expect(all == expected(page.keys), "\(text), seed \(seed)")
      for size in [1, 9] {
        page.limit = size
        page.after = nil
        var together: [Int64] = []
        while true {
          let part = try library.read { try page.numbers(on: $0) }
          together += part.map(\.rawValue)
          page.after = part.last
          if part.count < size { break }
        }
        #expect(together == all, "\(text) by \(size), seed \(seed)")
      }
    }
    #expect(BookSort.list("title,") == nil && BookSort.list("") == nil)
  }

  @Test("a page behind a book that is not there is an error, not the first page")
  func afterNothing() throws {
    try library.add()
    for key in BookSort.Key.allCases {
      #expect(throws: BookReferenceError.notFound(.number(BookNumber(rawValue: 9)))) {
        try numbers(BookSort(key), after: BookNumber(rawValue: 9))
      }
    }
  }

  @Test("a list has the books of its account alone")
  func accounts() throws {
    let work = try library.write {
      try Accounts.add(
        NewAccount(name: "work", source: .openLibrary), endpoint: .url(isNeeded: false), on: $0)
    }
    try library.add { $0.title = "A" }
    try library.add(to: work.id) { $0.title = "B" }
    for key in BookSort.Key.allCases {
      #expect(try numbers(BookSort(key)) == [1])
    }
  }

  @Test("a row for people joins lists and leaves out what is missing")
  func rows() throws {
    try library.add {
      $0.title = "A"
      $0.authors = ["X", "Y"]
    }
    try library.add { $0.authors = ["Z"] }
    var rows: [[String?]] = []
    try library.read { connection in
      try BookPage(account: Library.home).forEachRow(on: connection) { row in
        rows.append((0..<row.columnCount).map { row.optionalText($0) })
      }
    }
    #expect(
      rows == [["1", nil, "A", "X; Y", nil, "no-isbn"], ["2", nil, nil, "Z", nil, "no-isbn"]])
  }

  @Test("the JSON of a book has the columns of the view, with the same values")
  func agreesWithView() throws {
    let number = try library.add(isbn: .sample(3)) {
      $0.title = "A"
      $0.authors = ["X", "Y"]
      $0.published = "c1999"
      $0.rating = 3.5
      $0.tags = []
      $0.identifiers = ["asin": "B0"]
      $0.readAt = ["2020-01-02"]
    }
    try library.say(.fetched, #"{"pages":12,"identifiers":{"openlibrary":"OL1M"}}"#, of: number)
    try library.write {
      try $0.run("UPDATE books SET fetched_at = ?, source_key = '/books/OL1M'", Library.now)
    }
    let columns = BookField.all.map { column in
      "'\(column.name)', "
        + (column.storage == .list || column.storage == .object
          ? "json(\(column.name))" : column.name)
    }
    let view = try library.value(
      "SELECT json_object(\(columns.joined(separator: ", "))) FROM catalogue")
    let names = try library.read {
      try $0.all("SELECT name FROM pragma_table_info('catalogue')") { $0.text(0) }
    }
    #expect(names == BookField.all.map(\.name))
    var page = ""
    try library.read { connection in
      try BookPage(account: Library.home).forEachJSON(on: connection) {
        page += String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(page == view)
    #expect(page.contains(#""source":"open-library","source_key":"/books/OL1M","sync":"never""#))
  }

  @Test("a sort key is read as people type it")
  func parses() {
    #expect(BookSort("title") == BookSort(.title))
    #expect(BookSort("-year") == BookSort(.year, descending: true))
    for text in ["", "-", "titel", "--year", "title "] { #expect(BookSort(text) == nil) }
  }
}
