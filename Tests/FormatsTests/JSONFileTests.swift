import Catalogue
import Determinism
import Formats
import Testing

@Suite("JSON files")
struct JSONFileTests {
  @Test("are read record by record, in whatever pieces they come", arguments: [1, 2, 7, 1 << 16])
  func chunks(size: Int) throws {
    let text =
      "\u{FEFF}[\n {\"title\": \"A, \\\"B\\\" {é}\", \"isbn\": 9780143039952},\n"
      + " {\"title\": \"C\",\n  \"tags\": [\"x\", \"y\"]}\n]\n"
    let rows = try read(text, chunk: size)
    #expect(rows.failures == [])
    #expect(rows.books.map(\.details.title) == ["A, \"B\" {é}", "C"])
    #expect(rows.books.map(\.isbn?.description) == ["9780143039952", nil])
    #expect(rows.books.map(\.line) == [2, 3])
    #expect(rows.books[1].details.tags == ["x", "y"])
  }

  @Test("are known by the first record of an object, whatever the others are", arguments: 0..<40)
  func firstMember(of number: Int) throws {
    let others = (0..<number).map { ",\n\"x\($0)\": {\"y\": [\($0)]}" }.joined()
    let rows = try read(
      "{\n\"\(number)\": {\"books_id\": \"1\", \"title\": \"A\"}\(others)\n}\n")
    #expect(rows.books.map(\.details.title) == ["A"])
    #expect(rows.failures.count == number)
  }

  static let bad = [
    "{\"title\": \"B}", "{\"title\": \"B\"", "{\"title\": B}", "{\"title\" \"B\"}", "17",
    "{\"title\": \"B\"]", "{\"title\": [\"B\"}", "{\"title\": \"\\q\"}", "{\"pages\": 1}",
    "{\"title\": \"B\", \"tags\": [{\"x\": 1}, {\"x\": 2}",
  ]

  @Test("lose a bad record, and no other", arguments: bad)
  func badRecords(bad: String) throws {
    let good = [
      "{\"title\": \"A\"}", "{\"title\": \"C\", \"tags\": [{}, {}]}", "{\"title\": \"D\"}",
    ]
    let records = [good[0], bad, good[1], good[2]]
    for (text, name) in [
      ("[\n" + records.joined(separator: ",\n") + "\n]\n", "a list in lines"),
      ("[" + records.joined(separator: ",") + "]", "a list on one line"),
      (records.joined(separator: "\n") + "\n", "JSON Lines"),
    ] {
      for chunk in [3, 1 << 16] {
        let rows = try read(text, chunk: chunk)
        #expect(rows.books.map(\.details.title) == ["A", "C", "D"], "\(name)")
        #expect(rows.failures.count == 1, "\(name)")
      }
    }
  }

  @Test(
    "say that they were cut off",
    arguments: [
      "[{\"title\": \"A\"}, {\"title\": \"B\"}", "[{\"title\": \"A\"}, {\"title\": \"B\"},",
      "[{\"title\": \"A\"}, {\"title\": \"B\"}, {\"tit",
    ])
  func cutOff(text: String) throws {
    let rows = try read(text)
    #expect(rows.books.map(\.details.title) == ["A", "B"])
    #expect(rows.failures.count == 1)
  }

  @Test("give each record as it stands, and what stands around them")
  func sources() throws {
    let records = ["{\"title\": \"A\"}", "{\"title\": \"B}", "{\"pages\":\n 1}"]
    var given = false
    var reader = try ImportReader {
      defer { given = true }
      return given ? nil : Array(("[" + records.joined(separator: ",\n") + "\n]").utf8)
    }
    var sources: [String] = []
    while try reader.next() != nil {
      sources.append(String(decoding: reader.source, as: UTF8.self))
    }
    #expect(sources == records)
    #expect(String(decoding: reader.frame.beginning, as: UTF8.self) == "[\n")
    #expect(String(decoding: reader.frame.separator, as: UTF8.self) == ",\n")
    #expect(String(decoding: reader.frame.end, as: UTF8.self) == "\n]\n")
  }

  @Test("do not stand in memory as a whole")
  func memory() throws {
    var left = 20_000
    var longest = 0
    let record = "{\"title\": \"" + String(repeating: "x", count: 500) + "\"},\n"
    var reader = try ImportReader {
      defer { left -= 1 }
      if left == 20_000 { return Array("[".utf8) }
      return left > 0 ? Array(record.utf8) : left == 0 ? Array("{\"title\": \"end\"}]".utf8) : nil
    }
    var count = 0
    while case .book? = try reader.next() {
      count += 1
      longest = max(longest, reader.source.count)
    }
    #expect(count == 20_000)
    #expect(longest < 600)
  }

  @Test("in Windows-1252 are read so, text by text")
  func foreign() throws {
    let bytes =
      Array("[{\"title\":\"Die M".utf8) + [0xFC] + Array("ller\",\"publisher\":\"é\"}]".utf8)
    let book = try #require(try read(bytes).books.first)
    #expect(book.details.title == "Die Müller" && book.details.publisher == "é")
    #expect(book.warnings.count == 1)
  }

  @Test("give no NUL, wherever it stands")
  func noNUL() throws {
    let book = try #require(
      try read(#"{"title":"T\u0000U","a\u0000b":["x\u0000"],"notes":"\\u0000"}"#).books.first)
    #expect(book.details.title == "TU" && book.details.notes == #"\u0000"#)
    #expect(book.details.other == ["ab": .array([.string("x")])])
  }

  @Test("with our own names give all fields, of the right type or apart")
  func own() throws {
    let book = try #require(
      try read(
        #"{"id":"0190aaaa-0000-7000-8000-000000000001","number":7,"account":"home","#
          + #""title":"T","authors":["A B","C D"],"contributors":[{"name":"C D","role":"editor"}],"#
          + #""year":2006,"language":"French","pages":"12","rating":4.5,"tags":["x"],"#
          + #""read_at":["2021/03/04","no"],"added_at":"2024-01-02T03:04:05.000Z","copies":"many","#
          + #""identifiers":{"asin":"B0851JCZYV"},"subtitle":7,"mood":{"a":[1]},"series":null}"#
      ).books.first)
    #expect(book.originKey == "id:0190aaaa-0000-7000-8000-000000000001")
    #expect(book.addedAt?.description == "2024-01-02T03:04:05.000Z")
    let details = book.details
    #expect(details.title == "T" && details.authors == ["A B", "C D"])
    #expect(
      details.contributors == [Contributor(name: "A B"), Contributor(name: "C D", role: "editor")])
    #expect(details.published == "2006" && details.language == "fra" && details.pages == 12)
    #expect(details.rating == 4.5 && details.tags == ["x"] && details.readAt == ["2021-03-04"])
    #expect(details.subtitle == "7" && details.identifiers == ["asin": "B0851JCZYV"])
    #expect(details.raw == ["copies": .string("many"), "read_at": .string("no")])
    #expect(details.other == ["mood": .object(["a": .array([.integer(1)])])])
    #expect(book.warnings.count == 2)
  }

  @Test("take names from one text, turned round and with their parts")
  func names() throws {
    let book = try #require(
      try read(#"[{"isbn":"9780143039952","authors":"Homer; Fagles, Robert (trans.)"}]"#).books
        .first)
    #expect(book.details.authors == ["Homer", "Robert Fagles"])
    #expect(book.details.contributors?.last?.role == "translator")
    #expect(book.details.contributors?.last?.sortName == "Fagles, Robert")
  }

  @Test("of LibraryThing hold their books as members of one object")
  func libraryThing() throws {
    let rows = try read(
      """
      {
       "1": {"books_id": "1", "title": "A", "authors": [[]], "isbn": {"0": "0765326353"},
        "originalisbn": "0765326353", "format": [{"code": "1.1", "text": "Hardcover"}],
        "tags": ["x"], "pages": "590 ", "copies": "2", "dateread": "2021-03-04"},
       "2": {"books_id": "2", "title": "B},
       "3": {"books_id": "3", "title": "C", "authors": [
        {"lf": "Last, First", "fl": "First Last", "role": "Author"},
        {"lf": "Other, An", "fl": "An Other", "role": "Editor"}],
        "language": ["French"], "language_codeA": ["fre"], "lcc": {"code": "PQ"}}
      }
      """)
    #expect(rows.failures.map(\.line) == [5])
    #expect(rows.books.map(\.originKey) == ["librarything:1", "librarything:3"])
    let first = rows.books[0].details
    #expect(first.authors == nil && first.binding == "Hardcover" && first.pages == 590)
    #expect(first.tags == ["x"] && first.copies == 2 && first.readAt == ["2021-03-04"])
    let second = rows.books[1].details
    #expect(second.authors == ["First Last", "An Other"])
    #expect(second.contributors?.map(\.role) == [nil, "editor"])
    #expect(second.language == "fra")
    #expect(second.other == ["lcc": .object(["code": .string("PQ")])])
  }

  @Test("of Calibre count half stars, and name their columns with a star")
  func calibre() throws {
    let rows = try read(
      #"[{"authors":"A. B| Jr. & C D","author_sort":"B, A., Jr. & D, C","id":1,"title":"T","#
        + #""rating":9,"identifiers":{"isbn":"9780765326355","amazon":"B0851JCZYV"},"isbn":"","#
        + #""languages":["eng"],"pubdate":"1991-05-15T04:00:00+00:00","series":"S","#
        + #""series_index":2.0,"tags":["x"],"timestamp":"None","uuid":"u","*mine":"z"},"#
        + #"{"authors":"E F","id":2,"title":"U"}]"#)
    #expect(rows.failures == [])
    #expect(rows.books.map(\.originKey) == ["calibre:u", "calibre:2"])
    let details = rows.books[0].details
    #expect(rows.books[0].isbn?.description == "9780765326355")
    #expect(details.authors == ["A. B, Jr.", "C D"] && details.rating == 4.5)
    #expect(details.series == "S" && details.seriesNumber == "2" && details.language == "eng")
    #expect(details.published == "1991-05-15" && details.tags == ["x"])
    #expect(details.other?["*mine"] == .string("z"))
    #expect(details.identifiers == ["calibre": "u", "asin": "B0851JCZYV"])
  }

  @Test("of citation styles put names together and dates into text")
  func citations() throws {
    let rows = try read(
      """
      [{"id": "a", "type": "book", "title": "T", "ISBN": "0-201-89683-4 978-0-201-89683-1",
        "author": [{"family": "Berg", "given": "Jan", "non-dropping-particle": "van der",
          "suffix": "Jr."}, {"literal": "United Nations"}],
        "translator": [{"family": "D", "given": "C"}], "issued": {"date-parts": [["2001", 5]]},
        "number-of-pages": "12", "collection-title": "S", "collection-number": 3, "DOI": "10/x",
        "keyword": "x, y", "abstract": "z"},
       {"id": "b", "type": "book", "title": "U", "editor": [{"family": "E", "given": "F"}],
        "issued": {"date-parts": [[1999], [2001]], "circa": true}},
       {"id": "c", "type": "book", "title": "V", "issued": {"raw": "c. 1950"}}]
      """)
    #expect(rows.failures == [])
    let details = rows.books.map(\.details)
    #expect(rows.books[0].isbn?.description == "9780201896831")
    #expect(details[0].authors == ["Jan van der Berg, Jr.", "United Nations"])
    #expect(
      details[0].contributors == [
        Contributor(name: "Jan van der Berg, Jr.", sortName: "Berg, Jan van der, Jr."),
        Contributor(name: "United Nations"),
        Contributor(name: "C D", sortName: "D, C", role: "translator"),
      ])
    #expect(details.map(\.published) == ["2001-05", "c. 1999/2001", "c. 1950"])
    #expect(details[0].pages == 12 && details[0].tags == ["x", "y"])
    #expect(details[0].series == "S" && details[0].seriesNumber == "3")
    #expect(details[0].identifiers == ["doi": "10/x"])
    #expect(details[0].other?["abstract"] == .string("z"))
    #expect(details[1].authors == ["F E"] && details[1].contributors?.first?.role == "editor")
    #expect(Set(rows.books.map(\.originKey)).count == 3)
  }

  @Test("of Open Library are read from the lines of a dump and from records alone")
  func openLibrary() throws {
    let record =
      #"{"key": "/books/OL1M", "type": {"key": "/type/edition"}, "title_prefix": "L'", "#
      + #""title": "apprentissage", "publishers": ["P", "Q"], "publish_date": "c1999.", "#
      + #""languages": [{"key": "/languages/fre"}], "isbn_10": ["0765326353"], "#
      + #""authors": [{"type": {"key": "/type/author_role"}}, {"author": {"key": "/authors/OL1A"}}, "#
      + #"{"key": "/authors/OL2A"}, "/authors/OL3A"], "works": [{"key": "/works/OL1W"}], "#
      + #""identifiers": {"goodreads": ["1", "2"]}, "number_of_pages": 12, "#
      + #""notes": {"type": "/type/text", "value": "n"}}"#
    let dump =
      "/type/edition\t/books/OL1M\t1\t2020-01-01T00:00:00\t" + record
      + "\n/type/author\t/authors/OL1A\t1\t2020-01-01T00:00:00\t"
      + #"{"type": {"key": "/type/author"}, "name": "N"}"# + "\n/type/edition\t/books\n"
      + "/type/edition\t/books/OL2M\t1\t2020-01-01T00:00:00\t{\"title\": \n"
    for (text, failures) in [(dump, [2, 3, 4]), (record + "\n", []), ("[" + record + "]", [])] {
      let rows = try read(text)
      #expect(rows.failures.map(\.line) == failures)
      let book = try #require(rows.books.first)
      #expect(rows.books.count == 1)
      #expect(book.isbn?.description == "9780765326355" && book.originKey == "openlibrary:OL1M")
      let details = book.details
      #expect(details.title == "L'apprentissage" && details.language == "fra")
      #expect(details.publisher == "P" && details.published == "c1999." && details.pages == 12)
      #expect(
        details.identifiers == [
          "openlibrary": "OL1M", "openlibrary_work": "OL1W", "goodreads": "1",
        ])
      #expect(
        details.other?["author_keys"]
          == .array([
            .string("/authors/OL1A"), .string("/authors/OL2A"), .string("/authors/OL3A"),
          ]))
      #expect(details.other?["publishers"] == .array([.string("P"), .string("Q")]))
    }
  }

  @Test(
    "that hold other things are no known format",
    arguments: [
      "[]", "{}", "[1, 2]", "{\"colour\": \"red\"}", "[{\"name\": \"x\"}]",
    ])
  func others(text: String) {
    #expect(throws: ImportError.self) { try read(text) }
  }

  @Test("never crash, and are the same in pieces, on any bytes")
  func anyBytes() throws {
    let seed = UInt64.random(in: 0...(.max))
    print("seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    let pieces =
      [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "\"title\":", "\"T\"",
        "{\"title\":\"U\"}",
        "1", "null", "é", "\u{0}", "},{", "\"isbn\":\"9780765326355\"",
      ].map { Array($0.utf8) } + [[0xFF]]
    for round in 0..<600 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes += pieces.randomElement(using: &random) ?? []
      }
      let format: ImportFormat = [
        .json, .jsonLines, .libraryThingJSON, .openLibrary, .cslJSON, .calibreJSON,
      ][round % 6]
      let whole = try? read(Array("{".utf8) + bytes, format: format)
      let inPieces = try? read(
        Array("{".utf8) + bytes, format: format, chunk: Int.random(in: 1...9, using: &random))
      #expect(whole == inPieces)
    }
  }
}
