import Catalogue
import Formats
import Testing

@Suite("The exports of other programs")
struct ExportFilesTests {
  static let storyGraph =
    "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,"
    + "Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,"
    + "Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,"
    + "Content Warnings,Content Warning Description,Tags,Owned?\n"

  @Test("of The StoryGraph give readings, roles and half stars")
  func storyGraph() throws {
    let rows = try read(
      Self.storyGraph
        + "T,\"A B, C D, Jr.\",\"E F (Narrator), G (Ill.)\",9780765326355,hardcover,read,"
        + "2020/01/02,2022/04/01,\"2021/07/20-2021/07/21, 2022/03/16-2022/04/01\",2,"
        + "\"tense, dark\",fast,,,,,,4.25,<div>r</div>,,,\"x, y\",Yes\n")
    let book = try #require(rows.books.first)
    #expect(book.warnings == [])
    #expect(book.isbn?.description == "9780765326355")
    #expect(book.addedAt?.description == "2020-01-02T00:00:00.000Z")
    let details = book.details
    #expect(details.authors == ["A B", "C D, Jr."])
    #expect(
      details.contributors == [
        Contributor(name: "A B"), Contributor(name: "C D, Jr."),
        Contributor(name: "E F", role: "narrator"), Contributor(name: "G", role: "illustrator"),
      ])
    #expect(details.binding == "hardcover" && details.shelf == "read" && details.rating == 4.25)
    #expect(details.startedAt == "2022-03-16")
    #expect(details.readAt == ["2021-07-21", "2022-04-01"])
    #expect(details.tags == ["x", "y"] && details.review == "<div>r</div>")
    #expect(
      details.other == [
        "Moods": .string("tense, dark"), "Pace": .string("fast"), "Owned?": .string("Yes"),
        "Read Count": .string("2"),
        "Dates Read": .string("2021/07/20-2021/07/21, 2022/03/16-2022/04/01"),
      ])
  }

  @Test("of The StoryGraph hold ISBNs, Amazon's numbers and the site's own in one column")
  func storyGraphNumbers() throws {
    func book(_ number: String) throws -> ImportedBook {
      try #require(
        try read(
          Self.storyGraph + "T,A,,\(number),digital,to-read,,,,0,,,,,,,,,,,,,No\n"
        ).books.first)
    }
    #expect(try book("080442957X").isbn?.description == "9780804429573")
    #expect(try book("B0851JCZYV").details.identifiers == ["asin": "B0851JCZYV"])
    #expect(
      try book("a1b2c3d4-0000-4000-8000-0123456789ab").details.identifiers
        == ["storygraph": "a1b2c3d4-0000-4000-8000-0123456789ab"])
    let misprint = try book("9780765326356")
    #expect(misprint.details.identifiers == ["invalid_isbn": "9780765326356"])
    #expect(misprint.warnings.map(\.column) == ["ISBN/UID"])
  }

  @Test("of The StoryGraph lose an ISBN to a spreadsheet with a word, not without")
  func storyGraphExponents() throws {
    func book(_ number: String) throws -> ImportedBook {
      try #require(
        try read(Self.storyGraph + "T,A,,\(number),digital,to-read,,,,0,,,,,,,,,,,,,No\n").books
          .first)
    }
    let lost = try book("9.78077E+12")
    #expect(lost.isbn == nil && lost.details.identifiers == nil)
    #expect(lost.details.raw == ["isbn": .string("9.78077E+12")])
    #expect(lost.warnings.map(\.column) == ["ISBN/UID"])
    #expect(try book("9.780765326355E+12").isbn?.description == "9780765326355")
    #expect(try book("\"9,780765326355E+12\"").isbn?.description == "9780765326355")
  }

  @Test("of The StoryGraph know a row again by what book it is, not by what was thought of it")
  func storyGraphKeys() throws {
    func key(_ title: String, _ rating: String) throws -> String? {
      try read(
        Self.storyGraph + "\(title),A,,,digital,read,,,,1,,,,,,,,\(rating),,,,,No\n"
      ).books.first?.originKey
    }
    #expect(try key("T", "4.0") == key("T", "5.0"))
    #expect(try key("T", "4.0") != key("U", "4.0"))
  }

  @Test("of The StoryGraph fail a row that is a part of another, broken by a line end")
  func brokenRow() throws {
    let rows = try read(
      Self.storyGraph + "T,A,,,,read,,,,1,,,,,,,,,one\ntwo, and three,,,,No\n"
        + "U,A,,,,read,,,,1,,,,,,,,,,,,,No\n")
    #expect(rows.books.map(\.details.title) == ["T", "U"])
    #expect(rows.failures.map(\.line) == [3])
  }

  static let libraryThing = [
    "Book Id", "Title", "Sort Character", "Primary Author", "Primary Author Role",
    "Secondary Author", "Secondary Author Roles", "Publication", "Date", "Review", "Rating",
    "Comment", "Private Comment", "Summary", "Media", "Physical Description", "Weight", "Height",
    "Thickness", "Length", "Dimensions", "Page Count", "LCCN", "Acquired", "Date Started",
    "Date Read", "Barcode", "BCID", "Tags", "Collections", "Languages", "Original Languages",
    "LC Classification", "ISBN", "ISBNs", "Subjects", "Dewey Decimal", "Dewey Wording",
    "Other Call Number", "Copies", "Source", "Entry Date", "From Where", "OCLC", "Work id",
    "Lending Patron", "Lending Status", "Lending Start", "Lending End",
  ]

  static func libraryThingFile(_ cells: [String: String]) -> String {
    libraryThing.joined(separator: "\t") + "\n"
      + libraryThing.map { cells[$0] ?? "" }.joined(separator: "\t") + "\n"
  }

  @Test("of LibraryThing give each column its field")
  func libraryThing() throws {
    let book = try #require(
      try read(
        Self.libraryThingFile([
          "Book Id": "7", "Title": "T", "Sort Character": "1", "Primary Author": "Last, First",
          "Secondary Author": "Ålund, Bo|Body", "Secondary Author Roles": "Translator|",
          "Publication": "House (1979), Pocket, 590 pages", "Date": "1979", "Review": "r",
          "Rating": "3.5", "Comment": "c", "Private Comment": "p", "Media": "Paperback",
          "Page Count": "590 ", "LCCN": "79000001", "Acquired": "[2007-04-15]",
          "Date Started": "[2007-04-16]", "Date Read": "[2007-05-08], [2010-01-02]",
          "Tags": "a, b", "Collections": "Your library, To read, Gifts",
          "Languages": "French, English", "ISBN": "[0765326353]",
          "ISBNs": "0765326353, 9780765326355, 0143039954", "Subjects": "S 1|S 2", "Copies": "2",
          "Entry Date": "[2006-08-09]", "OCLC": "123", "Work id": "456", "From Where": "Shop",
        ])
      ).books.first)
    #expect(book.warnings == [])
    #expect(book.isbn?.description == "9780765326355")
    #expect(book.originKey == "librarything:7")
    #expect(book.addedAt?.description == "2006-08-09T00:00:00.000Z")
    let details = book.details
    #expect(details.authors == ["First Last", "Bo Ålund", "Body"])
    #expect(
      details.contributors == [
        Contributor(name: "First Last", sortName: "Last, First"),
        Contributor(name: "Bo Ålund", sortName: "Ålund, Bo", role: "translator"),
        Contributor(name: "Body"),
      ])
    #expect(details.publisher == "House" && details.published == "1979" && details.pages == 590)
    #expect(details.review == "r" && details.notes == "c" && details.rating == 3.5)
    #expect(details.language == "fra" && details.binding == "Paperback" && details.copies == 2)
    #expect(details.startedAt == "2007-04-16" && details.readAt == ["2007-05-08", "2010-01-02"])
    #expect(details.shelf == "To read" && details.tags == ["a", "b", "Gifts"])
    #expect(details.subjects == ["S 1", "S 2"])
    #expect(
      details.identifiers == [
        "librarything": "7", "librarything_work": "456", "lccn": "79000001", "oclc": "123",
      ])
    #expect(
      details.other?.keys.sorted() == [
        "Acquired", "Collections", "From Where", "ISBNs", "Languages", "Private Comment",
        "Publication",
      ])
    #expect(details.other?["ISBNs"] == .array([.string("0143039954")]))
    #expect(details.raw == nil)
  }

  @Test("of Calibre give people by their own sign, and a number in a series only with one")
  func calibre() throws {
    let header =
      "\"authors\",\"author_sort\",\"rating\",\"library_name\",\"timestamp\",\"isbn\","
      + "\"identifiers\",\"comments\",\"tags\",\"series\",\"series_index\",\"languages\","
      + "\"title\",\"publisher\",\"pubdate\",\"id\",\"uuid\",\"#mine\"\n"
    let rows = try read(
      header
        + "A. B| Jr. & C D,\"B, A., Jr. & D, C\",4.5,Books,2021-01-19T22:41:16+01:00,080442957,"
        + "\"isbn:080442957X,amazon:B0851JCZYV,uri:http://x:1\",<p>c</p>,\"x, y\",S,2.5,\"eng, fra\","
        + "T,P,2019-03-05T01:00:00+01:00,864,u-1,z\n"
        + "\"E F, G H\",\"F, E & H, G\",,Books,,,,,,,1.0,,U,,0101-01-01T00:00:00+00:00,865,u-2,\n"
        + "\"King, Jr.\",\"King, Jr.\",,,,,,,,,,,V,,None,866,,\n")
    let books = rows.books
    #expect(books.count == 3 && books.flatMap(\.warnings) == [])
    #expect(books[0].isbn?.description == "9780804429573")
    #expect(books[0].originKey == "calibre:u-1")
    #expect(books[0].addedAt?.description == "2021-01-19T21:41:16.000Z")
    let details = books[0].details
    #expect(details.authors == ["A. B, Jr.", "C D"])
    #expect(details.contributors?.map(\.sortName) == ["B, A., Jr.", "D, C"])
    #expect(details.rating == 4.5 && details.notes == "<p>c</p>" && details.tags == ["x", "y"])
    #expect(details.series == "S" && details.seriesNumber == "2.5" && details.language == "eng")
    #expect(details.published == "2019-03-05")
    #expect(
      details.identifiers == ["calibre": "u-1", "asin": "B0851JCZYV", "uri": "http://x:1"])
    #expect(details.other?["#mine"] == .string("z"))
    #expect(books[1].details.authors == ["E F", "G H"])
    #expect(books[1].details.seriesNumber == nil && books[1].details.published == nil)
    #expect(books[1].details.raw == ["published": .string("0101-01-01T00:00:00+00:00")])
    #expect(books[2].details.authors == ["King, Jr."])
    #expect(books[2].originKey == "calibre:866" && books[2].details.published == nil)
  }

  @Test("of BookWyrm give the identifiers of other sites, whichever columns there are")
  func bookWyrm() throws {
    let rows = try read(
      "title,author_text,remote_id,openlibrary_key,libris_key,goodreads_key,viaf,asin,isbn_10,"
        + "isbn_13,oclc_number,pages,start_date,finish_date,stopped_date,rating,review_name,"
        + "review_cw,review_content,review_published,shelf,shelf_name,shelf_date\n"
        + "T,\"A B, C D\",https://x.org/book/1,OL1M,L1,77,V,,0765326353,9780765326355,9,12,"
        + "2025-03-12,2025-03-21,2025-03-15,3.5,N,,text,2025-03-22,read,Read,2025-03-23\n")
    let book = try #require(rows.books.first)
    #expect(book.warnings == [])
    #expect(book.isbn?.description == "9780765326355")
    #expect(book.originKey == "bookwyrm:https://x.org/book/1")
    let details = book.details
    #expect(details.authors == ["A B", "C D"] && details.pages == 12 && details.rating == 3.5)
    #expect(details.startedAt == "2025-03-12" && details.readAt == ["2025-03-21"])
    #expect(details.review == "text" && details.shelf == "read")
    #expect(
      details.identifiers == [
        "bookwyrm": "https://x.org/book/1", "openlibrary": "OL1M", "libris": "L1",
        "goodreads": "77", "viaf": "V", "oclc": "9",
      ])
    #expect(
      details.other?.keys.sorted() == [
        "review_name", "review_published", "shelf_date", "shelf_name", "stopped_date",
      ])
  }

  @Test("of Open Library give the log with its work and edition, old and new")
  func readingLog() throws {
    let old = try read("Work Id,Edition Id,Bookshelf\nOL1W,,Want to Read\nOL2W,OL3M,Already Read\n")
    #expect(old.books.map(\.originKey) == ["openlibrary:OL1W", "openlibrary:OL3M"])
    #expect(old.books.map(\.details.shelf) == ["Want to Read", "Already Read"])
    let new = try read(
      "Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings,"
        + "Ratings Average,Ratings Count,Has Ebook,Subjects,Subject People,Subject Places,"
        + "Subject Times\nOL1W,T,A B | C D,1969,OL2M,12,Already Read,5,4.2,900,true,\"x,y\",,,\n")
    let book = try #require(new.books.first)
    #expect(book.details.title == "T" && book.details.authors == ["A B", "C D"])
    #expect(book.details.rating == 5 && book.details.subjects == ["x", "y"])
    #expect(book.details.identifiers == ["openlibrary": "OL2M", "openlibrary_work": "OL1W"])
    #expect(book.details.other?["First Publish Year"] == .string("1969"))
  }
}
