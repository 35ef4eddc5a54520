import Catalogue
import Testing

@testable import Formats

/// What a reader gives when its bytes stop coming before the end: the rows that are complete, and no
/// others.
@Suite("Reading that stops before the end")
struct StoppedReadingTests {
  private struct Stopped: Error {}

  /// A small file of a format.
  struct Sample: CustomTestStringConvertible, Sendable {
    let format: String
    /// What comes up to the end of the first record: it tells the format.
    let beginning: String
    let rest: String

    init(_ format: String, _ beginning: String, _ rest: String) {
      self.format = format
      self.beginning = beginning
      self.rest = rest
    }

    var bytes: [UInt8] { Array((beginning + rest).utf8) }
    var testDescription: String { format }
  }

  private static func goodreads(_ id: Int, _ title: String) -> String {
    Goodreads.row(["Book Id": "\(id)", "Title": title, "Author": "A. Author"]) + "\n"
  }

  private static func marcRecord(_ title: String) -> String {
    let fields = ["00" + "1", "245"]
    let data = ["n\(title.utf8.count)\u{1E}", "10\u{1F}a\(title)\u{1E}"]
    var directory = ""
    var start = 0
    for (tag, field) in zip(fields, data) {
      directory += tag + padded(field.utf8.count, 4) + padded(start, 5)
      start += field.utf8.count
    }
    let base = 24 + directory.utf8.count + 1
    return padded(base + start + 1, 5) + "nam a22" + padded(base, 5) + " a 4500" + directory
      + "\u{1E}" + data.joined() + "\u{1D}"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.count) + digits
  }

  private static func marcXMLRecord(_ title: String) -> String {
    """
    <record><leader>00000nam a2200000 a 4500</leader>
    <datafield tag="245" ind1="1" ind2="0"><subfield code="a">\(title)</subfield></datafield>
    </record>

    """
  }

  static let samples: [Sample] = [
    Sample("marc", marcRecord("First"), marcRecord("The Lord of the Rings") + marcRecord("Third")),
    Sample(
      "marcxml",
      "<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n" + marcXMLRecord("First"),
      marcXMLRecord("The Lord of the Rings") + marcXMLRecord("Third") + "</collection>\n"),
    Sample(
      "bibtex", "@book{a, title = {First}}\n",
      "@book{b, title = {The Lord of the Rings}, author = {Tolkien, J. R. R.}}\n"
        + "% a comment\n@book{c, title = \"Third {T}ome\"}\n"),
    Sample(
      "ris", "TY  - BOOK\nTI  - First\nER  - \n",
      "TY  - BOOK\nTI  - The Lord of\n  the Rings\nAU  - Tolkien\nER  - \n"
        + "TY  - BOOK\r\nTI  - Third\r\nER  - \r\n"),
    Sample(
      "goodreads", Goodreads.columns24.joined(separator: ",") + "\n" + goodreads(1, "First"),
      goodreads(2, "The Lord, of\nthe Rings") + goodreads(3, "Third")),
    Sample(
      "storygraph",
      ExportFilesTests.storyGraph + "First,A B" + String(repeating: ",", count: 21) + "\n",
      "\"The Lord, of the Rings\",C D" + String(repeating: ",", count: 21) + "\n"),
    Sample(
      "csv", "title,author,isbn,notes\nFirst Book,A One,,n\n",
      "The Lord of the Rings,\"Tolkien, J. R. R.\",9780261102217,\"great \"\"and\"\"\nlong\"\r\n"
        + ",,9780306406157,\r\nLast,B,,x\n"),
    Sample(
      "json", "[{\"title\": \"First\"}",
      ",\n {\"title\": \"The Lord of the Rings\", \"authors\": [\"Tolkien\"]},\n"
        + " {\"title\": \"Third\", \"pages\": 12}]\n"),
    Sample(
      "jsonl", "{\"title\":\"First\"}\n",
      "{\"title\":\"The Lord of the Rings\",\"pages\":1200}\n{\"title\":\"Third\"}\n"),
    Sample(
      "json", "{\"total\": 3, \"books\": [{\"title\": \"First\"}",
      ", {\"title\": \"The Lord of the Rings\"},\n{\"title\": \"Third\"}], \"page\": 1}\n"),
    Sample(
      "librarything-json", "{\"1\": {\"books_id\": \"1\", \"title\": \"First\"}",
      ",\n\"2\": {\"books_id\": \"2\", \"title\": \"The Lord of the Rings\", \"pages\": \"12\"}}\n"),
    Sample(
      "csl-json", "[{\"type\": \"book\", \"title\": \"First\"}",
      ", {\"type\": \"book\", \"title\": \"The Lord\", \"author\": [{\"family\": \"Tolkien\"}]}]"),
    Sample(
      "openlibrary", "{\"key\": \"/books/OL1M\", \"title\": \"First\"}\n",
      "{\"key\": \"/books/OL2M\", \"title\": \"The Lord of the Rings\"}\n"),
    Sample(
      "isbn-list", "9780261102217\n",
      "0-306-40615-7 # no\n978-0-7653-2635-5\n\n9780306406157 9783161484100\n9780804429573\n"),
    Sample(
      "text", "I like 9780261102217 best.\n",
      "Then 978-0-7653-2635-5,\nand 9780306406157 or 080442957X.\n"),
  ]

  /// Reads until the bytes stop, or to the end.
  /// - Parameter count: how many bytes there are before they stop; nil: the file ends.
  private func rows(
    _ sample: Sample, stoppedAfter count: Int?, chunk: Int, format: ImportFormat? = nil
  ) throws -> [ImportedRow] {
    let bytes = sample.bytes
    let end = count ?? bytes.count
    var offset = 0
    var rows: [ImportedRow] = []
    do {
      var reader = try ImportReader(
        format: format ?? .named(sample.format), lookAhead: sample.beginning.utf8.count
      ) {
        if offset == end {
          if count == nil { return nil }
          throw Stopped()
        }
        defer { offset = min(offset + chunk, end) }
        return Array(bytes[offset..<min(offset + chunk, end)])
      }
      do {
        while let row = try reader.next() { rows.append(row) }
      } catch is Stopped {
        // A stop stays one, however often the reader is asked.
        for _ in 0..<3 {
          #expect(throws: Stopped.self) { try reader.next() }
        }
        throw Stopped()
      }
    } catch is Stopped {
      #expect(count != nil)
      return rows
    }
    #expect(count == nil, "\(sample): a stop after \(end) bytes was taken for the end")
    return rows
  }

  @Test("gives whole rows only, wherever it stops", arguments: samples)
  func everyByte(_ sample: Sample) throws {
    let whole = try rows(sample, stoppedAfter: nil, chunk: 7)
    try #require(whole.count > 1)
    var most = 0
    for count in 0...sample.bytes.count {
      for chunk in [1, 16, 1 << 16] {
        let some = try rows(sample, stoppedAfter: count, chunk: chunk)
        #expect(
          some == Array(whole.prefix(some.count)), "\(sample) stopped after \(count) bytes")
        most = max(most, some.count)
      }
    }
    #expect(most >= whole.count - 1, "\(sample): rows that are whole are given")
  }

  @Test("of a beginning that does not tell the format gives nothing, but for a typed list")
  func beginning() throws {
    for sample in Self.samples {
      for count in 0..<sample.beginning.utf8.count {
        let some = try rows(sample, stoppedAfter: count, chunk: 5)
        #expect(some.isEmpty, "\(sample) stopped after \(count) bytes")
      }
    }
    var given = false
    var reader = try ImportReader {
      if given { throw Stopped() }
      given = true
      return Array("9780261102217\n97803064061".utf8)
    }
    guard case .book(let book)? = try reader.next() else {
      Issue.record("the line that is complete gives its book")
      return
    }
    #expect(book.isbn?.description == "9780261102217")
    #expect(throws: Stopped.self) { try reader.next() }
  }

  @Test(
    "a file that was cut off says of its last record that it is not whole",
    arguments: [
      ("title,author,notes\nA,B,n\nThe Lord of the Ri", "within the row"),
      (
        "TY  - BOOK\nTI  - First\nER  - \nTY  - BOOK\nTI  - The Lord of the Ri", "before the record"
      ),
      ("@book{a, title = {First}}\n@book{b, title = {The Lord of the Ri", "not closed"),
      ("{\"title\":\"First\"}\n{\"title\":\"The Lord of the Ri", "ends"),
      ("[{\"title\":\"First\"},{\"title\":\"The Lord of the Ri", "ends"),
      ("title,notes\nA,n\nB,\"never closed", "not closed"),
    ])
  func cutOff(_ text: String, _ reason: String) throws {
    let rows = try read(text)
    #expect(rows.books.count == 1)
    #expect(rows.failures.count == 1)
    #expect(rows.failures.first?.reason.contains(reason) == true, "\(rows.failures)")
  }

  @Test("a last row without a line end is whole when it has all its cells")
  func noLineEnd() throws {
    #expect(try read("title,author\nA,B\nC,D").books.map(\.details.title) == ["A", "C"])
    let short = try read("title,author\nA,B\nC\n").books
    #expect(short.map(\.details.title) == ["A", "C"])
    #expect(short.last?.warnings.count == 1)
  }
}
