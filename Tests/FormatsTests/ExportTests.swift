import Catalogue
import Determinism
import Formats
import Testing

@Suite("An export")
struct ExportTests {
  static func bytes(
    _ format: ExportFormat, _ books: [ListedBook], settings: ExportSettings = ExportSettings()
  ) -> [UInt8] {
    var writer = ExportWriter(format: format, settings: settings)
    writer.begin()
    for book in books { writer.write(book) }
    writer.end()
    return writer.bytes
  }

  static func text(
    _ format: ExportFormat, _ books: [ListedBook], settings: ExportSettings = ExportSettings()
  ) -> String {
    String(decoding: bytes(format, books, settings: settings), as: UTF8.self)
  }

  static func book(_ title: String) -> ListedBook {
    var details = BookDetails()
    details.title = title
    return ListedBook(
      number: 7, id: "0192f0c1-2e3d-7abc-8def-0123456789ab", account: "home", details: details,
      addedAt: "2024-05-06T07:08:09.123Z")
  }

  /// The formats that are read again, with the fields that they cannot hold.
  static let readable: [(ExportFormat, ImportFormat)] = [
    (.csv, .table), (.json, .json), (.jsonLines, .jsonLines), (.cslJSON, .cslJSON),
    (.bibtex, .bibtex), (.ris, .ris), (.marcXML, .marcXML),
  ]

  @Test("reads back to the same books, whatever they hold", arguments: readable.indices)
  func roundTrip(index: Int) throws {
    let (format, reader) = Self.readable[index]
    let seed = UInt64.random(in: 0...(.max))
    print("seed of \(format.name): \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let books = (1...Int64.random(in: 1...6, using: &random)).map {
        RandomBook.book($0, &random)
      }
      let rows = try read(
        Self.bytes(format, books), format: reader, chunk: Int.random(in: 1...64, using: &random))
      #expect(rows.failures == [])
      try #require(rows.books.count == books.count)
      for (book, row) in zip(books, rows.books) {
        #expect(row.isbn == book.isbn)
        #expect(row.originKey == "id:" + book.id)
        #expect(row.addedAt?.description == book.addedAt)
        #expect(row.warnings == [])
        var details = row.details
        details.other = nil
        var meant = book.details
        if format.name == "csv" {
          // A cell holds names alone.
          meant.contributors = nil
          meant.sortTitle = nil
        }
        #expect(details == meant)
      }
    }
  }

  @Test("keeps everyone where two authors have one name", arguments: readable.indices)
  func namesakes(index: Int) throws {
    let (format, reader) = Self.readable[index]
    var book = Self.book("T")
    book.details.authors = ["A B", "A B"]
    book.details.contributors = [
      Contributor(name: "A B"), Contributor(name: "C D", role: "editor"), Contributor(name: "A B"),
    ]
    let rows = try read(Self.bytes(format, [book]), format: reader)
    var details = try #require(rows.books.first).details
    details.other = nil
    // A cell holds names alone.
    if format.name == "csv" { book.details.contributors = nil }
    #expect(details == book.details)
    book.details.contributors = nil
    details = try #require(try read(Self.bytes(format, [book]), format: reader).books.first).details
    #expect(details.authors == ["A B", "A B"])
  }

  @Test("is detected for what it is")
  func detection() throws {
    for (format, reader) in Self.readable {
      var position = 0
      let bytes = Self.bytes(format, [Self.book("T")])
      let detected = try ImportReader {
        defer { position = bytes.count }
        return position < bytes.count ? bytes : nil
      }
      #expect(detected.format.name == reader.name)
    }
  }

  @Test("of no books is a whole file all the same")
  func empty() {
    #expect(Self.text(.json, []) == "[]\n")
    #expect(Self.text(.jsonLines, []) == "")
    #expect(Self.text(.cslJSON, []) == "[]\n")
    #expect(Self.text(.csv, []).hasPrefix("number,id,account,isbn,title"))
    #expect(Self.text(.marcXML, []).hasSuffix("</collection>\n"))
    #expect(Self.text(.html, []).hasSuffix("</html>\n"))
  }

  @Test("as CSV is RFC 4180: quotes doubled, lines ended by CR LF, every cell there")
  func csv() throws {
    var book = Self.book("A, \"B\"\nC")
    book.details.authors = ["X", "Y; Z"]
    book.details.rating = 4.5
    let lines = Self.text(.csv, [book]).components(separatedBy: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[2] == "")
    #expect(lines[1].contains(#","A, ""B""\#nC","#))
    #expect(lines[1].contains(#","[""X"",""Y; Z""]","#))
    #expect(lines[1].contains(",4.5,"))
  }

  @Test(
    "guards cells that a spreadsheet would take for formulas, when asked",
    arguments: [
      ("=1+1", "'=1+1", "=1+1"), ("+1", "'+1", "+1"), ("-1", "'-1", "-1"), ("@x", "'@x", "@x"),
      ("1-1", "1-1", "1-1"), ("'=x", "''=x", "''=x"), ("'tis", "'tis", "'tis"),
      ("=\"x\"", "'=\"\"x\"\"", "'=\"\"x\"\""),
    ])
  func formulas(title: String, safe: String, plain: String) {
    let settings = ExportSettings(isSpreadsheetSafe: true)
    let guarded = Self.text(.csv, [Self.book(title)], settings: settings)
    #expect(guarded.contains(",\(safe),") || guarded.contains(",\"\(safe)\","))
    let given = Self.text(.csv, [Self.book(title)])
    #expect(given.contains(",\(plain),") || given.contains(",\"\(plain)\","))
  }

  @Test("gives each line of a note a field of MARC, whatever ends it")
  func linesOfNotes() {
    var book = Self.book("T")
    for end in ["\n", "\r\n", "\r", "\u{2028}"] {
      book.details.notes = "one" + end + "two" + end + end + "three"
      let text = Self.text(.marcXML, [book])
      #expect(text.split(separator: "tag=\"500\"").count == 4)
    }
  }

  @Test("guards formulas behind what a spreadsheet strips, and reads them back as they were")
  func hiddenFormulas() throws {
    let hidden = [
      "", " ", "\t", "\n", "\r", "\r\n", "\u{0B}", "\u{1F}", "\u{85}", "\u{A0}", "\u{AD}",
      "\u{200B}",
      "\u{200E}", "\u{2028}", "\u{2060}", "\u{3000}", "\u{FEFF}", "\u{FE0F}", " \u{FEFF}\t",
    ]
    let signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫"]
    for (before, sign) in hidden.flatMap({ before in signs.map { (before, $0) } }) {
      var book = Self.book("T")
      book.details.notes = before + sign + "1"
      let text = Self.text(.csv, [book], settings: ExportSettings(isSpreadsheetSafe: true))
      let start = "'" + before + sign
      #expect(
        text.contains(",\(start)1") || text.contains(",\"\(start)1"), "\(start.debugDescription)")
      let read = try #require(try read(text, format: .table).books.first)
      #expect(read.details.notes == book.details.notes, "\(start.debugDescription)")
      book.details.title = before + sign + "1"
      let titled = Self.text(.csv, [book], settings: ExportSettings(isSpreadsheetSafe: true))
      let title = try #require(try FormatsTests.read(titled, format: .table).books.first).details
        .title
      #expect(title == TextForm.collapsed(before + sign + "1"))
    }
    for plain in ["a=1", "1-1", "  a", "\u{FEFF}x", "é", "书"] {
      let text = Self.text(
        .csv, [Self.book(plain)], settings: ExportSettings(isSpreadsheetSafe: true))
      #expect(!text.contains("'"), "\(plain)")
    }
  }

  @Test("as JSON has every name, whether there is a value or not")
  func json() throws {
    guard case .array(let books) = try JSONValue(json: Self.text(.json, [Self.book("T")])),
      case .object(let members)? = books.first
    else {
      Issue.record("no array of objects")
      return
    }
    #expect(members.count == 34)
    #expect(members["title"] == .string("T"))
    #expect(members["isbn"] == .null)
    #expect(members["number"] == .integer(7))
  }

  @Test("as a page holds nothing that a browser would run or fetch, whatever the books say")
  func html() {
    var book = Self.book("<script>alert(1)</script>")
    book.details.authors = ["\"><img src=x onerror=alert(1)>"]
    book.details.shelf = "</title></svg><b>"
    let text = Self.text(
      .html, [book, Self.book("B")], settings: ExportSettings(title: "</title><script>"))
    #expect(text.contains("&lt;script&gt;alert(1)"))
    #expect(!text.contains("<script>alert"))
    #expect(!text.contains("<img src=x"))
    #expect(text.components(separatedBy: "<script>").count == 2)
    #expect(!text.contains("</title><script>"))
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
