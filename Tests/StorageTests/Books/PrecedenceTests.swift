import Catalogue
import Determinism
import Testing

@testable import Storage

@Suite struct PrecedenceTests {
  static func random(_ origin: BookOrigin, _ generator: inout SeededGenerator) -> BookDetails {
    var details = BookDetails()
    let isTyped = origin == .typed
    func text(_ generator: inout SeededGenerator) -> String? {
      switch Int.random(in: 0..<(isTyped ? 4 : 3), using: &generator) {
      case 0: nil
      case 3: ""
      default: "\(origin) \(Int.random(in: 0..<9, using: &generator))"
      }
    }
    func list(_ generator: inout SeededGenerator) -> [String]? {
      switch Int.random(in: 0..<(isTyped ? 4 : 3), using: &generator) {
      case 0: nil
      case 3: []
      case let count: (0..<count).map { "\(origin) \($0)" }
      }
    }
    func number(_ generator: inout SeededGenerator) -> Int? {
      Bool.random(using: &generator) ? Int.random(in: 0...5, using: &generator) : nil
    }
    details.title = text(&generator)
    details.subtitle = text(&generator)
    details.authors = list(&generator)
    if details.authors != nil, Bool.random(using: &generator) {
      details.contributors = [Contributor(name: "\(origin)", role: "editor")]
    }
    details.publisher = text(&generator)
    details.published = text(&generator)
    details.language = text(&generator)
    details.pages = number(&generator)
    details.series = text(&generator)
    details.seriesNumber = text(&generator)
    details.subjects = list(&generator)
    details.tags = list(&generator)
    details.rating = number(&generator).map { Double($0) }
    details.shelf = text(&generator)
    details.notes = text(&generator)
    details.review = text(&generator)
    details.copies = number(&generator)
    details.location = text(&generator)
    details.binding = text(&generator)
    if Bool.random(using: &generator) {
      details.identifiers = ["asin": "\(origin)", "\(origin)": "1"]
    }
    return details
  }

  @Test("SQLite and Swift show the same of what was typed, fetched and imported")
  func agree() throws {
    let library = try Library()
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let number = try library.add(isbn: .sample(1))
      for origin in BookOrigin.allCases {
        try library.say(origin, Self.random(origin, &generator).json, of: number)
      }
      let book = try #require(try library.book(number))
      let shown = book.shown
      let json = try library.json(number)
      var fromSQL = BookDetails()
      for column in BookField.sayable {
        fromSQL.take(json[column.name] ?? .null, for: column.name)
      }
      var fromSwift = shown
      fromSwift.contributors = nil
      #expect(fromSQL == fromSwift, "seed \(seed), book \(book)")
      // Where no authors are shown, their roles do not matter.
      let contributors = try library.value(
        "SELECT contributors FROM books WHERE number = \(number) AND authors IS NOT NULL")
      var roles = BookDetails()
      if let contributors { roles.take(try JSONValue(json: contributors), for: "contributors") }
      #expect(roles.contributors == shown.contributors, "seed \(seed), book \(book)")
    }
  }

  @Test(
    "SQLite and Swift show no number where it was said that there is none",
    arguments: [BookField.pages, .copies, .rating])
  func emptyNumber(column: BookField) throws {
    let library = try Library()
    let number = try library.add(isbn: .sample(1))
    let numbers = #"{"pages":3,"copies":4,"rating":5}"#
    try library.say(.fetched, numbers, of: number)
    try library.say(.typed, "{\"\(column.name)\":\"\"}", of: number)
    let json = try library.json(number)
    let book = try #require(try library.book(number))
    var fromSQL = BookDetails()
    for column in [BookField.pages, .copies, .rating] {
      fromSQL.take(json[column.name] ?? .null, for: column.name)
    }
    var expected = try BookDetails(json: numbers)
    switch column {
    case .pages: expected.pages = nil
    case .copies: expected.copies = nil
    default: expected.rating = nil
    }
    #expect(fromSQL == expected)
    #expect(book.shown == expected)
  }
}
