import Catalogue
import Determinism
import Formats
import Testing

@Suite("Separated values")
struct CSVTests {
  static let header = "Book Id,Title,Author,ISBN13,Exclusive Shelf,My Review"

  func titles(_ text: String, chunk: Int = 1 << 16) throws -> [String?] {
    try read(text, chunk: chunk).books.map(\.details.title)
  }

  @Test("are read in whatever pieces they come", arguments: [1, 2, 3, 5, 7, 64, 1 << 16])
  func chunks(size: Int) throws {
    let text =
      "\u{FEFF}" + Self.header
      + "\r\n1,\"A, \"\"B\"\" and é\",X,,read,\"line 1\nline 2\r\n\"\"q\"\" end\"\r\n"
      + "2,T,X,,read,\r\n\r\n  \r\n3,U,X,,read,\"\"\r\n4,V,X,,read,"
    let rows = try read(text, chunk: size)
    #expect(rows.failures == [])
    #expect(rows.books.map(\.details.title) == ["A, \"B\" and é", "T", "U", "V"])
    #expect(rows.books.map(\.line) == [2, 5, 8, 9])
    #expect(rows.books[0].details.review == "line 1\nline 2\r\n\"q\" end")
  }

  @Test("end their lines in LF, CR LF or CR", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    for chunk in [1, 2, 100] {
      let text = [Self.header, "1,\"T\(end)U\",X,,read,", "2,V,X,,read,"].joined(separator: end)
      let rows = try read(text, chunk: chunk)
      #expect(rows.books.map(\.details.title) == ["T U", "V"])
      #expect(rows.books.map(\.line) == [2, 4])
    }
  }

  @Test("lose one line to a quote that is never closed, and no other")
  func unfinishedQuote() throws {
    for chunk in [1, 9, 1 << 16] {
      let rows = try read(
        Self.header + "\n1,First,X,,read,\n2,\"unfinished,X,,read,\n3,Third,X,,read,\n",
        chunk: chunk)
      #expect(rows.books.map(\.details.title) == ["First", "Third"])
      #expect(rows.books.map(\.line) == [2, 4])
      #expect(rows.failures.map(\.line) == [3])
      #expect(rows.failures.map(\.column) == ["Title"])
      #expect(rows.failures.map(\.text) == ["2,\"unfinished,X,,read,\n"])
    }
  }

  @Test("notice an unfinished quote at the next quoted cell, before rows are merged")
  func unfinishedQuoteBeforeOthers() throws {
    let rows = try read(
      Self.header + "\n1,\"unfinished,X,,read,\n2,\"T, U\",X,,read,\n3,V,X,\"=\"\"\"\"\",read,\n")
    #expect(rows.books.map(\.details.title) == ["T, U", "V"])
    #expect(rows.failures.map(\.line) == [2])
  }

  @Test("report the line of the quote, not of the row")
  func unfinishedQuoteInLaterLine() throws {
    let rows = try read(Self.header + "\n1,\"T\nU\",\"X,,read,\n2,V,X,,read,\n")
    #expect(rows.failures.map(\.line) == [3])
    #expect(rows.failures.map(\.column) == ["Author"])
    #expect(rows.books.map(\.line) == [4])
  }

  @Test(
    "with quotes that should have been doubled keep them",
    arguments: [
      ("\"The \"best\" of\"", "The \"best\" of"), ("\"A \"B\"\"", "A \"B\""),
      ("\"Say \\\"no\\\"\"", "Say \\\"no\\\""), ("\"A\"x", "Ax"),
      ("\"A \"\"B\"\" C\"", "A \"B\" C"),
    ])
  func undoubledQuotes(cell: String, text: String) throws {
    let book = try #require(try read("title,isbn\n\(cell),9780765326355\n").books.first)
    #expect(book.details.title == text && book.isbn != nil)
  }

  @Test("do not take rows for a cell when its closing quote is found in a later row")
  func swallowedRows() throws {
    let many = (1...12).map { "c\($0)" }.joined(separator: ",")
    func row(_ first: String) -> String { first + String(repeating: ",", count: 13) + "\n" }
    let wide = try read(
      "title,isbn," + many + "\n" + row("A") + row("\"B") + row("C") + row("D\"") + row("E"),
      format: .table)
    #expect(wide.books.map(\.details.title) == ["A", "C", "D\"", "E"])
    #expect(wide.failures.map(\.line) == [3])
    #expect(wide.failures.map(\.column) == ["title"])
    let narrow = try read("title,author\nA,B\n\"C,D\nE,F\nG,H\nI,J\nK\",L\nM,N\n")
    #expect(narrow.books.map(\.details.title) == ["A", "E", "G", "I", "K\"", "M"])
    #expect(narrow.failures.map(\.line) == [3])
    // A list in a cell is none.
    let prose = try read("title,notes\nA,\"x, y\nz, w\nv\"\nB,c\n")
    #expect(prose.books.map(\.details.title) == ["A", "B"])
    #expect(prose.failures == [])
  }

  @Test("keep quotes as text between tabs, where they do not enclose a cell")
  func quotesBetweenTabs() throws {
    let rows = try read(
      "title\tauthor\n\"A\" is for Alibi\tG\n\"unfinished\tH\n\"two\nlines\"\tI\nJ\t\"K\n")
    #expect(rows.failures == [])
    #expect(
      rows.books.map(\.details.title) == ["\"A\" is for Alibi", "\"unfinished", "two lines", "J"])
    #expect(rows.books.map(\.line) == [2, 3, 4, 6])
  }

  @Test("give each row as it stands in the file, so that rows make such a file again")
  func sources() throws {
    let header = "title,isbn,pages"
    let rows = ["A,9780765326355,\"1\n2\"", "\"unfinished,x", ",,", "B,,2,3"]
    for end in ["\n", "\r\n"] {
      var given = false
      var reader = try ImportReader {
        defer { given = true }
        return given ? nil : Array(([header] + rows).joined(separator: end).utf8)
      }
      #expect(String(decoding: reader.frame.beginning, as: UTF8.self) == header + end)
      #expect(String(decoding: reader.frame.separator, as: UTF8.self) == end)
      var sources: [String] = []
      var failures = 0
      while let row = try reader.next() {
        if case .failure = row { failures += 1 }
        sources.append(String(decoding: reader.source, as: UTF8.self))
      }
      #expect(sources == rows)
      #expect(failures == 3)
    }
  }

  @Test("take a quote inside a cell as text")
  func looseQuotes() throws {
    #expect(
      try titles(
        Self.header + "\n1,5\" disks,X,,read,\n2, \"T\" ,X,,read,\n3,\"T\" more,X,,read,\n")
        == ["5\" disks", "T", "T more"])
  }

  @Test("are read from UTF-16 of either order, with a mark or without")
  func utf16() throws {
    let text = Self.header + "\n1,Le Maître 😀,X,,read,\n"
    for isBig in [true, false] {
      for mark in [true, false] {
        var bytes: [UInt8] = []
        for unit in ((mark ? "\u{FEFF}" : "") + text).utf16 {
          let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
          bytes += isBig ? pair : pair.reversed()
        }
        for chunk in [1, 3, 1000] {
          #expect(try read(bytes, chunk: chunk).books.map(\.details.title) == ["Le Maître 😀"])
        }
      }
    }
  }

  @Test("fall back to Windows-1252 for the field that is not UTF-8, and for no other")
  func mixedEncodings() throws {
    var bytes = Array((Self.header + "\n1,Le Maître,M").utf8)
    bytes += [0xFC, 0x6C, 0x80]
    bytes += Array(",,read,\n2,Ünder,X,,read,\n".utf8)
    let rows = try read(bytes)
    #expect(rows.books.map(\.details.title) == ["Le Maître", "Ünder"])
    #expect(rows.books[0].details.authors == ["Mül€"])
    #expect(rows.books[0].warnings.map(\.column) == ["Author"])
    #expect(rows.books[1].warnings == [])
  }

  @Test("store composed text, and no NUL")
  func normalisation() throws {
    let rows = try read(Self.header + "\n1,Mu\u{308}l\u{0}ler,X,,read,\n")
    #expect(rows.books.first?.details.title?.unicodeScalars.count == 6)
    #expect(rows.books.first?.warnings.count == 1)
  }

  @Test(
    "of nothing are an error, not an import of nothing", arguments: ["", "\u{FEFF}", "\n \r\n"])
  func empty(text: String) {
    #expect(throws: ImportError.empty) { try read(text) }
  }

  @Test("of a header alone are no books")
  func headerOnly() throws {
    #expect(try read(Self.header) == [])
  }

  @Test("pass on what reading the bytes throws")
  func readingFails() {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      var given = false
      var reader = try ImportReader {
        if given { throw Broken() }
        given = true
        return Array((Self.header + "\n1,T").utf8) + [UInt8](repeating: 0x20, count: 1 << 17)
      }
      while try reader.next() != nil {}
    }
  }

  @Test("do not fill the memory with a line that has no end")
  func endlessLine() throws {
    var left = 200
    var reader = try ImportReader(format: nil) {
      guard left > 0 else { return nil }
      left -= 1
      if left == 199 { return Array((Self.header + "\n1,").utf8) }
      if left == 0 { return Array("\n2,T,X,,read,\n".utf8) }
      return [UInt8](repeating: 0x61, count: 1 << 16)
    }
    guard case .failure(let failure)? = try reader.next() else {
      Issue.record("an endless line was read")
      return
    }
    #expect(failure.line == 2)
    #expect(failure.text.utf8.count <= 200)
    guard case .book(let book)? = try reader.next() else {
      Issue.record("the row after an endless line was lost")
      return
    }
    #expect(book.details.title == "T")
    #expect(try reader.next() == nil)
  }

  @Test("come back as they were written, whatever the cells hold")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("ab,;\t\"\n\r é書#=")
    for _ in 0..<300 {
      let rows = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        "r"
          + String(
            (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
              alphabet.randomElement(using: &random)
            }) + "."
      }
      let cells = rows.enumerated().map {
        ["Book Id": String($0.offset), "Title": "T", "My Review": $0.element]
      }
      let end = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
      let chunk = Int.random(in: 1...64, using: &random)
      let read = try read(Goodreads.file(cells, end: end), chunk: chunk)
      #expect(read.failures == [])
      #expect(read.books.map(\.details.review) == rows)
    }
  }

  @Test("never crash, and count every row, on any bytes")
  func anyBytes() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = [
      [0x22], [0x22, 0x22], [0x2C], [0x0A], [0x0D], [0x0D, 0x0A], [0x00], [0xFF], [0xC3], [0x20],
      Array("1".utf8), Array("é".utf8), Array("=\"".utf8), Array("9780765326355".utf8),
    ]
    for _ in 0..<1000 {
      var bytes = Array((Self.header + "\n").utf8)
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        bytes += pieces.randomElement(using: &random) ?? []
      }
      let whole = try read(bytes, format: .goodreads)
      let inPieces = try read(
        bytes, format: .goodreads, chunk: Int.random(in: 1...9, using: &random))
      #expect(whole == inPieces)
    }
  }
}
