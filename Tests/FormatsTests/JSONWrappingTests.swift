import Catalogue
import Formats
import Testing

@Suite("JSON with objects around its list")
struct JSONWrappingTests {
  static let files = [
    #"{"books": [{"title": "A"}, {"title": "B"}]}"#,
    "{\n  \"version\": 2, \"by\": {\"name\": \"x\", \"list\": [{\"id\": 1}]},\n  \"items\": [\n    {\"title\": \"A\"},\n"
      + "    {\"title\": \"B\"}\n  ],\n  \"total\": {\"of\": [2]}\n}\n",
    #"{"empty": [], "data": {"page": 1, "entries": [{"title": "A"}, {"title": "B"}], "next": null}}"#,
    #"{"title list": 1, "response": {"numFound": 2, "docs": [{"x": {"y": []}, "title": "A"},{"title":"B"}]}}"#,
    "{\"books\": [{\"title\": \"A\"}]}\n{\"books\": [{\"title\": \"B\"}], \"last\": true}\n",
  ]

  @Test("is read, in whatever pieces it comes", arguments: files)
  func wrapped(file: String) throws {
    for chunk in [1, 7, 1 << 16] {
      let rows = try read(file, chunk: chunk)
      #expect(rows.books.map(\.details.title) == ["A", "B"])
      #expect(rows.failures == [])
    }
  }

  @Test("loses a bad record, and no other, and the rejects are a file of the same format")
  func badRecord() throws {
    let text =
      "{\"n\": 3, \"books\": [\n{\"title\": \"A\"},\n{\"title\": \"B},\n{\"title\": \"C\"}\n], \"end\": 1}\n"
    var given = false
    var reader = try ImportReader {
      defer { given = true }
      return given ? nil : Array(text.utf8)
    }
    var titles: [String?] = []
    var rejects: [[UInt8]] = []
    while let row = try reader.next() {
      switch row {
      case .book(let book): titles.append(book.details.title)
      case .failure(let failure):
        #expect(failure.line == 3)
        rejects.append(reader.source)
      }
    }
    #expect(titles == ["A", "C"])
    let frame = reader.frame
    let file = frame.beginning + rejects.joined(separator: frame.separator) + frame.end
    #expect(String(decoding: file, as: UTF8.self) == "{\"books\": [\n{\"title\": \"B}\n]\n}\n")
    let mended = String(decoding: file, as: UTF8.self).replacing("\"B}", with: "\"B\"}")
    #expect(try read(mended).books.map(\.details.title) == ["B"])
  }

  @Test(
    "says that it was cut off",
    arguments: [
      #"{"books": [{"title": "A"}, {"title": "B"}"#, #"{"books": [{"title": "A"}, {"title": "B"}]"#,
      #"{"books": [{"title": "A"}, {"title": "B"}], "x": {"y": "#,
      #"{"books": [{"title": "A"}, {"title": "B"}], "x"#,
    ])
  func cut(file: String) throws {
    for chunk in [1, 1 << 16] {
      let rows = try read(file, chunk: chunk)
      #expect(rows.books.map(\.details.title) == ["A", "B"])
      #expect(rows.failures.count == 1)
    }
  }

  @Test("is told from a record that has lists of objects")
  func records() throws {
    let line = #"{"authors": [{"name": "N", "title": "Dr"}], "isbn": "9780765326355", "pages": 3}"#
    let book = try #require(try read(line).books.first)
    #expect(book.details.authors == ["N"] && book.isbn?.description == "9780765326355")
    let edition = #"{"works": [{"title": "W"}], "title": "T", "isbn_13": ["9780765326355"]}"#
    #expect(try read(edition).books.map(\.details.title) == ["T"])
    #expect(
      try read(#"{"211": {"books_id": "211", "title": "T", "x": [{"title": "no"}]}}"#).books
        .map(\.details.title) == ["T"])
  }

  @Test("may hold what other programs write")
  func formats() throws {
    let csl =
      #"{"items": [{"id": "a", "type": "book", "title": "T", "author": [{"family": "F", "given": "G"}]}]}"#
    #expect(try read(csl).books.first?.details.authors == ["G F"])
  }

  @Test("of Open Library has longer texts in two shapes")
  func longerTexts() throws {
    func edition(_ notes: String) -> String {
      #"{"key": "/books/OL1M", "type": {"key": "/type/edition"}, "title": "T", "notes": \#(notes), "#
        + #""description": \#(notes)}"#
    }
    for notes in [#""x\ny""#, #"{"type": "/type/text", "value": "x\ny"}"#] {
      let details = try #require(try read(edition(notes)).books.first).details
      #expect(details.notes == "x\ny" && details.raw == nil)
      #expect(details.other == ["description": .string("x\ny")])
    }
    #expect(try read(edition(#"{"type": "/type/text"}"#)).books.first?.details.notes == nil)
  }

  @Test("is known by its first members when its first record is longer than what is looked at")
  func longRecord() throws {
    let notes = String(repeating: "x", count: 200_000)
    let record = "{\"title\": \"A\", \"isbn\": \"9780765326355\", \"notes\": \"\(notes)\"}"
    for file in [record + "\n{\"title\": \"B\"}\n", "[\(record), {\"title\": \"B\"}]"] {
      let books = try read(file, chunk: 1000).books
      #expect(books.map(\.details.title) == ["A", "B"])
      #expect(books.first?.details.notes?.utf8.count == 200_000)
    }
    let wrapped = try read("{\"books\": [\(record), {\"title\": \"B\"}]}", chunk: 1000)
    #expect(wrapped.books.map(\.details.title) == ["A", "B"])
  }

  @Test("may have other names for our fields, however they are written")
  func names() throws {
    let text = """
      [{"Title": "T", "Author": "A B", "ISBN13": "9780765326355", "pageCount": 320,
        "publishedDate": "2003-05", "date_read": "14.03.2019", "other": 1, "Note": "n"},
       {"title": "U", "Titel": "V", "Stars": "4/5"}]
      """
    let books = try read(text).books
    let first = try #require(books.first)
    #expect(first.isbn?.description == "9780765326355")
    #expect(first.details.title == "T" && first.details.authors == ["A B"])
    #expect(first.details.pages == 320 && first.details.published == "2003-05")
    #expect(first.details.readAt == ["2019-03-14"] && first.details.notes == "n")
    #expect(first.details.other == ["other": .integer(1)])
    #expect(books.last?.details.title == "U" && books.last?.details.rating == 4)
    #expect(books.last?.details.other == ["Titel": .string("V")])
  }
}
