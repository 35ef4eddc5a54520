import Catalogue
import Testing

@testable import Storage

@Suite struct BookOverviewTests {
  let library: Library

  init() throws { library = try Library() }

  @Test("each field names who said what is shown, and what the others say")
  func origins() throws {
    let number = try library.add(isbn: .sample(1)) {
      $0.title = "typed"
      $0.tags = []
    }
    try library.say(
      .fetched, #"{"title":"fetched","pages":7,"series":"S","series_number":"2"}"#, of: number)
    try library.say(
      .imported,
      #"{"title":"imported","pages":8,"tags":["x"],"series":"T","Bookshelves":"to-read"}"#,
      of: number)
    let overview = try #require(
      try library.read { try BookOverview.read([number], in: Library.home, on: $0) }.first)
    func field(_ column: BookField) throws -> BookOverview.Field {
      try #require(overview.fields.first { $0.column == column })
    }
    #expect(overview.fields.map(\.column) == BookField.all)
    let title = try field(.title)
    #expect(title.value == .string("typed") && title.origin == .typed)
    #expect(
      title.said == [
        .typed: .string("typed"), .fetched: .string("fetched"), .imported: .string("imported"),
      ])
    #expect(try field(.pages).origin == .fetched)
    #expect(try field(.tags).value == .null)
    #expect(try field(.tags).origin == .typed, "said to be empty")
    #expect(try field(.seriesNumber).origin == .fetched)
    #expect(try field(.notes).origin == nil)
    #expect(try field(.number).origin == nil && field(.number).said.isEmpty)

    guard case .object(let json) = try JSONValue(json: overview.json) else {
      Issue.record("no object")
      return
    }
    #expect(
      Set(json.keys)
        == Set(BookField.all.map(\.name)).union(["said_by", "typed", "fetched", "imported"]))
    #expect(
      json["typed"] == .object(["title": .string("typed"), "tags": .array([])]))
    guard case .object(let imported)? = json["imported"] else {
      Issue.record("no imported")
      return
    }
    #expect(imported["Bookshelves"] == .string("to-read"))
  }
}
