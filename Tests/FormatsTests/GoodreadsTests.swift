import Catalogue
import Formats
import Testing

@Suite("A Goodreads export")
struct GoodreadsTests {
  static let full = [
    "Book Id": "43352954", "Title": "This Is How You Lose  the Time War (Some Series, #2.5)",
    "Author": "Amal  El-Mohtar", "Author l-f": "El-Mohtar, Amal",
    "Additional Authors": "Max Gladstone,  Martin Luther King, Jr.", "ISBN": "=\"1534431004\"",
    "ISBN13": "=\"9781534431003\"", "My Rating": "4", "Average Rating": "3.93",
    "Publisher": "Saga Press", "Binding": "Hardcover", "Number of Pages": "201",
    "Year Published": "2019", "Original Publication Year": "-750", "Date Read": "2021/03/04",
    "Date Added": "2022/05/06", "Bookshelves": "favorites, owned, read",
    "Bookshelves with positions": "favorites (#3), owned (#12)", "Exclusive Shelf": "read",
    "My Review": "Line one<br/>\n\nLine \"two\"", "Spoiler": "true", "Private Notes": "note",
    "Read Count": "2", "Owned Copies": "1",
  ]

  @Test("gives all that a row says")
  func everything() throws {
    let rows = try read(Goodreads.file([Self.full]))
    let book = try #require(rows.books.first)
    #expect(rows.count == 1)
    #expect(book.isbn?.description == "9781534431003")
    #expect(book.originKey == "goodreads:43352954")
    #expect(book.addedAt?.description == "2022-05-06T00:00:00.000Z")
    #expect(book.line == 2)
    #expect(book.warnings == [])
    let details = book.details
    #expect(details.title == "This Is How You Lose the Time War")
    #expect(details.series == "Some Series")
    #expect(details.seriesNumber == "2.5")
    #expect(details.authors == ["Amal El-Mohtar", "Max Gladstone", "Martin Luther King, Jr."])
    #expect(details.contributors?.first?.sortName == "El-Mohtar, Amal")
    #expect(details.contributors?.map(\.name) == details.authors)
    #expect(details.rating == 4)
    #expect(details.publisher == "Saga Press")
    #expect(details.binding == "Hardcover")
    #expect(details.pages == 201)
    #expect(details.published == "2019")
    #expect(details.readAt == ["2021-03-04"])
    #expect(details.tags == ["favorites", "owned"])
    #expect(details.shelf == "read")
    #expect(details.review == "Line one<br/>\n\nLine \"two\"")
    #expect(details.notes == "note")
    #expect(details.copies == 1)
    #expect(details.identifiers == ["goodreads": "43352954"])
    #expect(details.raw == nil)
    #expect(
      details.other == [
        "Average Rating": .string("3.93"), "Original Publication Year": .string("-750"),
        "Bookshelves with positions": .string("favorites (#3), owned (#12)"),
        "Spoiler": .string("true"), "Read Count": .string("2"),
      ])
  }

  @Test("says nothing where it has nothing: no rating, no ISBN, no copies")
  func nothingSaid() throws {
    let book = try #require(
      try read(
        Goodreads.file([
          [
            "Book Id": "1", "Title": "Subcutanean", "ISBN": "=\"\"", "ISBN13": "=\"\"",
            "My Rating": "0", "Owned Copies": "0", "Exclusive Shelf": "to-read",
            "Bookshelves": "to-read",
          ]
        ])
      ).books.first)
    #expect(book.isbn == nil)
    #expect(book.addedAt == nil)
    #expect(
      book.details.json
        == #"{"title":"Subcutanean","shelf":"to-read","identifiers":{"goodreads":"1"}}"#)
  }

  @Test("of 31 columns keeps the fields that have no name here under their own")
  func olderColumns() throws {
    let columns = Array(Goodreads.columns31)
    #expect(columns.count == 31)
    var cells = Self.full
    cells["Original Purchase Location"] = "Bath, UK"
    cells["BCID"] = "123"
    let book = try #require(try read(Goodreads.file([cells], columns: columns)).books.first)
    #expect(book.details.other?["Original Purchase Location"] == .string("Bath, UK"))
    #expect(book.details.other?["BCID"] == .string("123"))
    #expect(book.details.copies == 1)
  }

  @Test("keeps what is not of its field's type apart, and reports it")
  func wrongTypes() throws {
    var cells = Self.full
    cells["Number of Pages"] = "many"
    cells["My Rating"] = "11"
    cells["Date Read"] = "2021/02/30"
    cells["Date Added"] = "yesterday"
    let book = try #require(try read(Goodreads.file([cells])).books.first)
    #expect(book.details.pages == nil && book.details.rating == nil && book.details.readAt == nil)
    #expect(book.addedAt == nil)
    #expect(
      book.details.raw == [
        "pages": .string("many"), "rating": .string("11"), "read_at": .string("2021/02/30"),
        "added_at": .string("yesterday"),
      ])
    #expect(
      book.warnings.map(\.column) == ["My Rating", "Number of Pages", "Date Read", "Date Added"])
    #expect(book.warnings.allSatisfy { $0.line == 2 })
  }

  @Test("keeps a misprinted ISBN among the identifiers, and takes the good one")
  func misprintedISBN() throws {
    func book(_ isbn10: String, _ isbn13: String) throws -> ImportedBook {
      try #require(
        try read(
          Goodreads.file([["Book Id": "1", "Title": "T", "ISBN": isbn10, "ISBN13": isbn13]])
        ).books.first)
    }
    let misprint = try book("", "9780765326356")
    #expect(misprint.isbn == nil)
    #expect(misprint.details.identifiers?["invalid_isbn"] == "9780765326356")
    #expect(misprint.warnings.map(\.column) == ["ISBN13"])
    let half = try book("0765326353", "9780765326356")
    #expect(half.isbn?.description == "9780765326355")
    #expect(half.details.identifiers?["invalid_isbn"] == "9780765326356")
    let shortened = try book("", "9.78077E+12")
    #expect(shortened.isbn == nil)
    #expect(shortened.details.identifiers == ["goodreads": "1"])
    #expect(shortened.details.raw == ["isbn": .string("9.78077E+12")])
    #expect(shortened.warnings.count == 1)
    let asin = try book("B0851JCZYV", "")
    #expect(asin.isbn == nil)
    #expect(asin.details.identifiers?["asin"] == "B0851JCZYV")
    #expect(asin.warnings == [])
    let short = try book("765326353", "")
    #expect(short.isbn?.description == "9780765326355")
    #expect(short.warnings.count == 1)
    let two = try book("0143039954", "9780765326355")
    #expect(two.isbn?.description == "9780765326355")
    #expect(two.details.identifiers?["invalid_isbn"] == "0143039954")
    #expect(two.warnings.count == 1)
  }

  @Test("gives a row without a Book Id a key of its own that stays the same")
  func originKey() throws {
    let cells = ["Title": "T", "Author": "A"]
    let first = try #require(try read(Goodreads.file([cells])).books.first)
    let again = try #require(try read(Goodreads.file([["Title": "S"], cells])).books.last)
    let other = try #require(
      try read(Goodreads.file([["Title": "T", "Publisher": "A"]])).books.first)
    #expect(first.originKey == "row:ff108830251f3b26")
    #expect(first.originKey == again.originKey)
    #expect(first.originKey != other.originKey)
  }

  @Test("fails rows that are no books, one by one, with their lines")
  func badRows() throws {
    let header = Goodreads.columns24.joined(separator: ",") + "\n"
    let good = Goodreads.row(["Book Id": "1", "Title": "Good", "Author": "A"]) + "\n"
    let rows = try read(
      header + good + good.dropLast() + ",x,y\n" + ",,,\n" + "2,Short,B\n" + "line 2, with comma\n"
        + good)
    #expect(rows.books.map(\.details.title) == ["Good", "Short", "Good"])
    #expect(rows.books.map(\.line) == [2, 5, 7])
    #expect(rows.books[1].warnings.count == 1)
    #expect(rows.failures.map(\.line) == [3, 4, 6])
  }

  @Test("takes the columns in any order, with any delimiter, and more of them")
  func otherOrder() throws {
    let text = "Exclusive Shelf;ISBN13;Author;Title;Book Id;Mood;Mood\nread;;A;T, U;7;sad;\n"
    let book = try #require(try read(text).books.first)
    #expect(book.details.title == "T, U")
    #expect(book.originKey == "goodreads:7")
    #expect(book.details.other == ["Mood": .string("sad")])
  }

  @Test("is told by its header, and a file that is not one says what is missing")
  func detection() throws {
    #expect(throws: ImportError.self) { try read("Book Id,Name\n1,T\n") }
    #expect(
      throws: ImportError.notOfFormat(name: "goodreads", "its first line has no column “Title”")
    ) {
      try read("Book Id,Name\n1,T\n", format: .goodreads)
    }
    do {
      _ = try read("foo,bar\n1,2\n")
      Issue.record("a header nobody knows was read")
    } catch let error as ImportError {
      #expect(error == .unknownContent("foo,bar"))
      #expect(error.description.contains("goodreads"))
      #expect(error.description.contains("isbn-list"))
    }
  }

  @Test("refuses a row that has nothing but its id, and says where")
  func onlyID() throws {
    let rows = try read(
      Goodreads.file([
        ["Book Id": "1", "Title": "A"], ["Book Id": "2", "Exclusive Shelf": "read"],
        ["Book Id": "3", "ISBN": "=\"\"", "ISBN13": "=\"\"", "Author": " "],
        ["Book Id": "4", "ISBN13": "9781534431003"], ["Book Id": "5", "Author": "B"],
        ["Book Id": "6", "ISBN13": "9781534431004"],
      ]))
    #expect(rows.failures.map(\.line) == [3, 4])
    #expect(rows.failures.first?.reason.contains("neither a title nor an ISBN") == true)
    #expect(
      rows.books.map(\.originKey) == ["goodreads:1", "goodreads:4", "goodreads:5", "goodreads:6"])
  }
}
