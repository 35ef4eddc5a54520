import Catalogue
import Determinism
import Formats
import Testing

@Suite("RIS")
struct RISTests {
  func book(_ lines: String) throws -> ImportedBook {
    try #require(try read("TY  - BOOK\n\(lines)\nER  - \n").books.first)
  }

  @Test("gives what a record says, each tag where it belongs")
  func everything() throws {
    let book = try book(
      """
      AU  - Knuth, Donald E.
      AU  - King, Martin Luther, Jr.
      A2  - Nobody, Ann
      A4  - Fagles, Robert
      TI  - The Art
        of Programming
      PB  - Addison-Wesley
      CY  - Reading, Mass.
      PY  - 1997///
      SN  - 0201896834 (v. 1)
      SN  - 9780143039952
      LA  - English
      SP  - 650
      T2  - Big books
      VL  - 1
      KW  - computing
      KW  - algorithms
      N1  - first line
      second line
      AB  - About it.
      ET  - 3rd
      DO  - 10.1/x
      UR  - http://x.example/
      ID  - k1
      """)
    #expect(book.isbn?.description == "9780201896831")
    #expect(book.originKey == "ris:k1:9780201896831")
    #expect(book.warnings == [])
    let details = book.details
    #expect(details.title == "The Art of Programming")
    #expect(details.authors == ["Donald E. Knuth", "Martin Luther King, Jr."])
    #expect(details.contributors?.map(\.role) == [nil, nil, "editor", "translator"])
    #expect(details.contributors?.first?.sortName == "Knuth, Donald E.")
    #expect(details.publisher == "Addison-Wesley")
    #expect(details.published == "1997")
    #expect(details.language == "eng")
    #expect(details.pages == 650)
    #expect(details.series == "Big books")
    #expect(details.seriesNumber == "1")
    #expect(details.tags == ["computing", "algorithms"])
    #expect(details.notes == "first line\nsecond line")
    #expect(details.identifiers == ["doi": "10.1/x"])
    #expect(details.other?["isbns"] == .array([.string("9780143039952")]))
    #expect(details.other?["CY"] == .string("Reading, Mass."))
    #expect(details.other?["UR"] == .string("http://x.example/"))
    #expect(details.other?["edition"] == .string("3rd"))
  }

  @Test(
    "keeps dates as precise as they are",
    arguments: [
      ("1987/05//", "1987-05"), ("2001/03/15/", "2001-03-15"), ("1997///", "1997"),
      ("1997", "1997"),
      ("1997///Spring", "Spring 1997"), ("c1950", "c1950"), ("//", "//"), ("2001/00/00/", "2001"),
    ])
  func dates(given: String, date: String) throws {
    #expect(try book("TI  - T\nY1  - \(given)").details.published == date)
  }

  @Test(
    "is read with a mark, CR LF, blanks, and without the line end of its last line",
    arguments: [1, 5, 1 << 16])
  func dirt(chunk: Int) throws {
    let text =
      "\u{FEFF}\r\nTY  - BOOK\r\nTI  - A\r\nER  -\r\n\r\nTY  - BOOK\r\nT1  - B\r\nA1  - Müller, Jörg\r\n"
      + "TY  - BOOK\r\nTI  - C\r\nAU  - \r\nER  - \r\nTI  - nobody's\r\nER  - \r\n"
      + "TY  - CHAP\r\nTI  - D\r\nBT  - Whole\r\nSP  - 17\r\nTY  - BOOK\r\nBT  - E\r\nER  -"
    let rows = try read(text, chunk: chunk)
    #expect(rows.books.map(\.details.title) == ["A", "B", "C", "D", "E"])
    #expect(rows.books[1].details.authors == ["Jörg Müller"])
    #expect(rows.books[3].details.pages == nil)
    #expect(rows.books.map(\.line) == [2, 6, 9, 15, 19])
    #expect(rows.failures.map(\.line) == [13])
  }

  @Test("may leave out the blank behind a comma: a field holds one person")
  func tightNames() throws {
    let people = try book(
      "TI  - T\nA1  - Austen,Jane\nAU  - King,Martin Luther,Jr.\nAU  - Zavattaro,Mario,Leila"
    ).details
    #expect(people.authors == ["Jane Austen", "Martin Luther King, Jr.", "Zavattaro,Mario,Leila"])
    #expect(people.contributors?[0].sortName == "Austen, Jane")
  }

  @Test("resolves character references once, but not in what we wrote")
  func references() throws {
    let lines = "TI  - Q &amp; A &amp;amp; &#1055;\nAU  - O&#39;Brien, Tim\nKW  - R &amp; D"
    let details = try book(lines).details
    #expect(details.title == "Q & A &amp; П" && details.authors == ["Tim O'Brien"])
    #expect(details.tags == ["R & D"])
    let own = try book(lines + "\nU1  - libraryctl id: x").details
    #expect(own.title == "Q &amp; A &amp;amp; &#1055;" && own.tags == ["R &amp", "D"])
  }

  @Test("tells the book in which a chapter stands from a series")
  func containers() throws {
    let chapter = try #require(
      try read("TY  - CHAP\nTI  - T\nT2  - The Whole\nT3  - A Series\nVL  - 4\nER  - \n").books
        .first)
    #expect(chapter.details.series == "A Series" && chapter.details.seriesNumber == "4")
    #expect(chapter.details.other?["T2"] == .string("The Whole"))
    #expect(try book("TI  - T\nT2  - A Series").details.series == "A Series")
  }

  @Test("keeps what is not of its field's type, and misprints, apart")
  func wrongTypes() throws {
    let book = try book("TI  - T\nSN  - 9780765326356\nSN  - 1234-5679\nSP  - 12-40")
    #expect(book.isbn == nil)
    #expect(book.details.identifiers == ["invalid_isbn": "9780765326356", "issn": "1234-5679"])
    #expect(book.details.pages == nil)
    #expect(book.details.other?["pages"] == .string("12-40"))
    #expect(book.warnings.count == 1)
  }

  @Test("never crashes on any bytes, and reads the same in whatever pieces they come")
  func anyBytes() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let pieces =
      [
        "TY  - BOOK", "ER  - ", "TI  - T", "AU  - A, B", "\n", "\r\n", "\r", " ", "  - ",
        "SN  - 12",
        "U1  - libraryctl ", ":", "\u{0}", "é", "PY  - 20/1/", "KW  - [\"a\"]",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3]]
    for _ in 0..<1000 {
      var bytes = Array("TY  - BOOK\nTI  - T\n".utf8)
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes += pieces.randomElement(using: &random) ?? []
      }
      let whole = try read(bytes, format: .ris)
      let chunk = Int.random(in: 1...9, using: &random)
      #expect(try read(bytes, format: .ris, chunk: chunk) == whole)
    }
  }
}
