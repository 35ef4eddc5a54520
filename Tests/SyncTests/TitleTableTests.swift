import Catalogue
import Testing

@testable import Sync

@Suite("A title file that is a table")
struct TitleTableTests {
  private let kings = "9780765326355"

  private struct NoHeader: Error, CustomStringConvertible {
    let description = "it has no header"
  }

  /// A reader of a made-up format: a line `#`, then lines of isbn|title|pages.
  private let table = TitleTable(
    rows: { chunks in
      let lines = try Lines(chunks)
      return TitleTable.Rows(
        beginning: Array("#\n".utf8),
        next: {
          guard let cells = lines.next() else { return nil }
          guard let isbn = ISBN(reading: cells[0].utf8), cells.count > 2 else {
            return .passedOver(line: lines.number, reason: "it has no isbn")
          }
          return .title(isbn, line: lines.number)
        }, source: { Array(lines.line.utf8) })
    },
    titles: { chunks in
      let lines = try Lines(chunks)
      return {
        guard let cells = lines.next(), let isbn = ISBN(reading: cells[0].utf8) else { return nil }
        var details = BookDetails()
        details.title = String(cells[1])
        details.tags = ["the reader's"]
        if let pages = Int(cells[2]) {
          details.pages = pages
        } else {
          details.raw = ["pages": .string(String(cells[2]))]
        }
        return (isbn, details)
      }
    })

  private final class Lines {
    private let lines: [Substring]
    private(set) var number = 1

    init(_ chunks: () throws -> [UInt8]?) throws {
      var bytes: [UInt8] = []
      while let chunk = try chunks() { bytes += chunk }
      lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0 }
      guard lines.first == "#" else { throw NoHeader() }
    }

    var line: Substring { lines[number - 1] }

    func next() -> [Substring]? {
      guard number < lines.count else { return nil }
      number += 1
      return line.split(separator: "|", omittingEmptySubsequences: false)
    }
  }

  @Test("is read through the reader that the caller hands in")
  func rows() async throws {
    var text = "#\n"
    for index in 0..<5000 { text += "\(try madeUpISBN(index))|Title \(index)|\(index + 1)\n" }
    let file = try TemporaryFile(text)
    let source = TitleSource.titleFile(path: file.path, table: table)
    let order = [4999, 0, 5000, 77]
    let outcomes = await source.fetch(try order.map { TitleRequest(isbn: try madeUpISBN($0)) })
    #expect(outcomes.map(\.details?.title) == ["Title 4999", "Title 0", nil, "Title 77"])
    #expect(outcomes.map(\.details?.pages) == [5000, 1, nil, 78])
    #expect(outcomes[2] == .notFound)
    #expect(outcomes[0].details?.tags == nil)
    #expect(source.warnings().isEmpty)
  }

  @Test("fails a row with a wrong value by its place, and tells of rows that are no titles")
  func badRows() async throws {
    let file = try TemporaryFile(
      "#\n9780306406157|Good|1\njunk\n\(kings)|Bad|many\nmore junk\n")
    let source = TitleSource.titleFile(path: file.path, table: table)
    let outcomes = await source.fetch(try requests(kings, "9780306406157"))
    #expect(outcomes[0].malformedReason == "\(file.path):4: pages is not a whole number")
    #expect(outcomes[1].details?.title == "Good")
    #expect(
      source.warnings() == [
        "\(file.path):3: it has no isbn; 2 rows of the title file are no titles and were passed over"
      ])
  }

  @Test("is told from JSON Lines by its first sign")
  func beginning() async throws {
    let line = "{\"isbn\": \"\(kings)\", \"title\": \"T\"}\n"
    for text in [
      line, "\u{FEFF}" + line, " \n\t" + line, String(repeating: "\n", count: 9000) + line,
    ] {
      let file = try TemporaryFile(text)
      let source = TitleSource.titleFile(path: file.path, table: table)
      #expect(await source.fetch(try requests(kings)).first?.details?.title == "T")
    }
    let empty = try TemporaryFile("")
    #expect(
      await TitleSource.titleFile(path: empty.path, table: table).fetch(try requests(kings))
        == [.notFound])
  }

  @Test("that is neither says what it lacks; one with titles behind a line of junk is read")
  func neither() async throws {
    let file = try TemporaryFile("isbn,title\n\(kings),T\n")
    let source = TitleSource.titleFile(path: file.path, table: table)
    let reason = try #require(await source.fetch(try requests(kings)).first?.unconfiguredReason)
    #expect(reason.contains("JSON Lines") && reason.contains("it has no header"))
    try file.write(Array("junk\n{\"isbn\": \"\(kings)\", \"title\": \"T\"}\n".utf8))
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "T")
    #expect(source.warnings().first?.hasPrefix("\(file.path):1: it is not JSON") == true)
    try file.write(Array("#\njunk\n".utf8))
    #expect(
      await source.fetch(try requests(kings)).first?.unconfiguredReason?.contains(
        "\(file.path):2: it has no isbn") == true)
    try file.write(Array("#\n".utf8))
    #expect(await source.fetch(try requests(kings)) == [.notFound])
  }

  @Test("answers no number with another's row, whatever the reader makes of a row alone")
  func otherRow() async throws {
    let other = try isbn("9780306406157")
    let wrong = TitleTable(rows: table.rows) { chunks in
      while try chunks() != nil {}
      var details = BookDetails()
      details.title = "Another's"
      return { (other, details) }
    }
    let file = try TemporaryFile("#\n9780306406157|Good|1\n\n\(kings)|Kings|2\n")
    let source = TitleSource.titleFile(path: file.path, table: wrong)
    let outcomes = await source.fetch(try requests(kings, "9780306406157"))
    #expect(outcomes[0].malformedReason?.hasPrefix("\(file.path):3: ") == true)
    #expect(outcomes[1].details?.title == "Another's")
  }

  @Test("fails the titles that are left when its reader gives up")
  func endsEarly() async throws {
    let good = table
    let short = TitleTable(rows: table.rows) { chunks in
      let next = try good.titles(chunks)
      var count = 0
      return {
        count += 1
        if count > 1 { throw NoHeader() }
        return try next()
      }
    }
    let file = try TemporaryFile("#\n9780306406157|Good|1\n\(kings)|Kings|2\n")
    let source = TitleSource.titleFile(path: file.path, table: short)
    let outcomes = await source.fetch(try requests(kings, "9780306406157"))
    #expect(outcomes[0].offlineReason?.hasPrefix(file.path) == true)
    #expect(outcomes[1].details?.title == "Good")
  }

  @Test("keeps rows of any length, up to 1 MiB")
  func longRows() async throws {
    let long = String(repeating: "T", count: 20_000)
    let longest = String(repeating: "T", count: (1 << 20) - 16)
    let file = try TemporaryFile("#\n9780306406157|\(long)|1\n\(kings)|\(longest)|2\n")
    let source = TitleSource.titleFile(path: file.path, table: table)
    let outcomes = await source.fetch(try requests(kings, "9780306406157"))
    #expect(outcomes[0] == .notFound)
    #expect(outcomes[1].details?.title == long)
    #expect(source.warnings().first?.hasPrefix("\(file.path):3: it is longer than 1 MiB") == true)
  }

  @Test("sees that the file was put anew")
  func changed() async throws {
    let file = try TemporaryFile("#\n\(kings)|Old|1\n")
    let source = TitleSource.titleFile(path: file.path, table: table)
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "Old")
    try file.write(Array("#\n\(kings)|New one|1\n".utf8))
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "New one")
  }
}
