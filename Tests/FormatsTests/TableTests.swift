import Catalogue
import Formats
import Testing

@Suite("A table with our own names")
struct TableTests {
  @Test("gives each field, and keeps columns that have no name here")
  func fields() throws {
    let book = try #require(
      try read(
        """
        isbn,title,subtitle,authors,publisher,published,language,pages,series,series_number,tags,\
        rating,read_at,added_at,identifiers,mood
        0765326353,T,S,A B;C D,P,c1999.,English,12,Se,2.5,x; y,4.5,2021-03-04;2022/01/02,\
        2024-01-02T03:04:05.000Z,"{""asin"":""B0851JCZYV""}",sad

        """
      ).books.first)
    #expect(book.isbn?.description == "9780765326355")
    #expect(book.warnings == [])
    #expect(book.addedAt?.description == "2024-01-02T03:04:05.000Z")
    let details = book.details
    #expect(details.title == "T" && details.subtitle == "S" && details.publisher == "P")
    #expect(details.authors == ["A B", "C D"])
    #expect(details.published == "c1999." && details.language == "eng" && details.pages == 12)
    #expect(details.series == "Se" && details.seriesNumber == "2.5" && details.rating == 4.5)
    #expect(details.tags == ["x", "y"])
    #expect(details.readAt == ["2021-03-04", "2022-01-02"])
    #expect(details.identifiers == ["asin": "B0851JCZYV"])
    #expect(details.other == ["mood": .string("sad")])
  }

  @Test("takes the place in a series from its name only where it has no column of its own")
  func seriesAlone() throws {
    let alone = try read("title,series\nT,\"Mistborn, #1–3\"\nU,Area 51\n").books.map(\.details)
    #expect(alone.map(\.series) == ["Mistborn", "Area 51"])
    #expect(alone.map(\.seriesNumber) == ["1-3", nil])
    let beside = try read("title,series,series_number\nT,Mistborn #1,\n").books.map(\.details)
    #expect(beside.map(\.series) == ["Mistborn #1"])
  }

  @Test("keeps numbers of other kinds among the identifiers")
  func otherNumbers() throws {
    let books = try read("title,isbn\nT,M-2306-7118-7\nU,0317-8471\nV,9790230671187\n").books
    #expect(books.map(\.isbn) == [nil, nil, nil])
    #expect(
      books.map(\.details.identifiers) == [
        ["ismn": "9790230671187"], ["issn": "0317-8471"], ["ismn": "9790230671187"],
      ])
  }

  @Test("takes what spreadsheets and people make of a list of books")
  func dirt() throws {
    let rows = try read(
      "title,author,isbn\nThe Way of Kings,\"Adams, A.\",9.78077E+12\nOther,B,9.780765326355E+12\n"
        + "Third,C,978-0-7653-2635-5\n,,\n,,0765326353\n")
    #expect(
      rows.books.map(\.isbn?.description) == [
        nil, "9780765326355", "9780765326355", "9780765326355",
      ])
    #expect(rows.books[0].warnings.map(\.column) == ["isbn"])
    #expect(rows.books[0].details.raw == ["isbn": .string("9.78077E+12")])
    #expect(rows.books[0].details.authors == ["A. Adams"])
    #expect(rows.books[0].details.contributors?.first?.sortName == "Adams, A.")
    #expect(rows.failures.map(\.line) == [5])
  }

  @Test("is read in Latin-1 with semicolons")
  func latin1() throws {
    let bytes =
      Array("ISBN;Titel;Verfasser;Jahr\n3499136716;Die M".utf8) + [0xFC]
      + Array("ller-Fibel;\"M".utf8) + [0xFC] + Array("ller, Heiner\";1987\n".utf8)
    let book = try #require(try read(bytes).books.first)
    #expect(book.isbn?.description == "9783499136719")
    #expect(book.details.title == "Die Müller-Fibel")
    #expect(book.details.authors == ["Heiner Müller"])
    #expect(book.details.published == "1987")
    #expect(book.warnings.map(\.column) == ["Titel", "Verfasser"])
  }

  @Test("tells a book by the identity that an export gives it, else by its row")
  func originKeys() throws {
    let text = "id,title\n0190aaaa-0000-7000-8000-000000000001,T\n,T\n"
    let books = try read(text).books
    #expect(books.first?.originKey == "id:0190aaaa-0000-7000-8000-000000000001")
    #expect(books.last?.originKey.hasPrefix("row:") == true)
    #expect(try read(text).books == books)
  }

  @Test("is not seen in the export of another program")
  func others() {
    #expect(throws: ImportError.self) {
      try read("Key\tTitle\tCreator\tImprint\tShape\tWork\n1\tT\tA\tP\tM\t2\n")
    }
  }

  @Test("reports an unfinished quote by its line, and reads the rows around it")
  func unfinishedQuote() throws {
    let rows = try read(
      "title,isbn,pages\nFirst,9780765326355,1007\nSecond,\"unfinished quote only here\n"
        + "Third,9780143039952,541\n")
    #expect(rows.books.map(\.details.title) == ["First", "Third"])
    #expect(rows.failures.map(\.line) == [3])
    #expect(rows.failures.map(\.column) == ["isbn"])
  }

  @Test("is read with the columns that are named by hand")
  func map() throws {
    let format = ImportFormat.table(columns: [
      "Name": "title", "Who": "author", "Code": "isbn", "When": "year",
    ])
    let text = "Code,Name,Who,When,Title\n9780765326355,T,\"Adams, A.\",2001,U\n"
    let book = try #require(try read(text, format: format).books.first)
    #expect(book.isbn?.description == "9780765326355")
    #expect(book.details.title == "T")
    #expect(book.details.authors == ["A. Adams"])
    #expect(book.details.published == "2001")
    // What the column of that name says is kept, but it is not the title.
    #expect(book.details.raw == nil)
    #expect(book.details.other == ["Title": .string("U")])
    #expect(throws: ImportError.self) {
      try read("Code,Title\n9780765326355,T\n", format: format)
    }
    #expect(ImportFormat.mappableFields.contains("series_number"))
  }

  @Test(
    "has names that people write in several languages",
    arguments: [
      "ISBN,Titre,Auteur,Éditeur,Année", "isbn-13;Título;Autor;Editorial;Año",
      "EAN\tTitel\tAutor\tVerlag\tErscheinungsjahr",
    ])
  func names(header: String) throws {
    let separator = header.contains(";") ? ";" : header.contains("\t") ? "\t" : ","
    let row = ["9780765326355", "T", "A", "P", "2001"].joined(separator: separator)
    let book = try #require(try read(header + "\n" + row + "\n").books.first)
    #expect(book.isbn?.description == "9780765326355")
    #expect(book.details.title == "T" && book.details.authors == ["A"])
    #expect(book.details.publisher == "P" && book.details.published == "2001")
  }

  @Test("may name its separator in a line of its own")
  func namedSeparator() throws {
    let rows = try read("sep=;\r\ntitle;isbn\r\nA, B, C;9780765326355\r\n")
    #expect(rows.failures == [])
    #expect(rows.books.map(\.details.title) == ["A, B, C"])
    #expect(rows.books.map(\.line) == [3])
  }

  @Test("keeps its rows' keys when it is saved in another encoding")
  func normalisedKeys() throws {
    let text = "title,author,notes\nLe Maître,Ü. A.,\"x\ny\"\n"
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let latin1 = text.unicodeScalars.map { UInt8($0.value) }
    let nfd = text.replacing("î", with: "i\u{302}").replacing("\n", with: "\r\n")
    let keys = try [read(text), read(utf16), read(latin1), read(nfd)].map {
      $0.books.first?.originKey
    }
    #expect(Set(keys).count == 1 && keys[0] != nil)
  }
}
