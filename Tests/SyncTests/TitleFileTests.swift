import Catalogue
import Testing

@testable import Sync

@Suite("A title file")
struct TitleFileTests {
  let kings = "9780765326355"

  @Test("gives every field that it holds")
  func fields() async throws {
    let file = try TemporaryFile(
      """
      {"isbn": "9780765326355", "title": " The Way  of Kings", "subtitle": "Book One", \
      "authors": ["Brandon Sanderson", " "], "publisher": "Tor", "published": 2010, \
      "language": "eng", "pages": 1007, "series": "The Stormlight Archive", "series_number": 1, \
      "subjects": ["Fantasy"], "unknown": {"a": [1]}}

      """)
    let source = TitleSource.titleFile(path: file.path)
    let outcomes = await source.fetch(try requests(kings))
    var expected = BookDetails()
    expected.title = "The Way of Kings"
    expected.subtitle = "Book One"
    expected.authors = ["Brandon Sanderson"]
    expected.publisher = "Tor"
    expected.published = "2010"
    expected.language = "eng"
    expected.pages = 1007
    expected.series = "The Stormlight Archive"
    expected.seriesNumber = "1"
    expected.subjects = ["Fantasy"]
    #expect(outcomes == [.found(TitleRecord(isbn: try isbn(kings), details: expected))])
  }

  @Test("holds nothing for a field that is null, blank or an empty list")
  func emptyFields() async throws {
    let file = try TemporaryFile(
      """
      {"isbn": "9780765326355", "title": "T", "subtitle": null, "authors": [], "publisher": "  ", \
      "pages": 0, "subjects": ["", null]}
      {"isbn": "9780306406157", "title": "T", "subtitle": null, "authors": [""], "pages": null}
      """)
    let source = TitleSource.titleFile(path: file.path)
    let outcomes = await source.fetch(try requests("9780306406157"))
    var expected = BookDetails()
    expected.title = "T"
    #expect(outcomes.first?.details == expected)
  }

  @Test(
    "reads an ISBN-10, hyphens, and numbers that lost their zeros",
    arguments: [
      ("\"0-7653-2635-3\"", "9780765326355"), ("\"207042779x\"", "9782070427796"),
      ("9780765326355", "9780765326355"), ("765326353", "9780765326355"),
      ("\"978\\u0030765326355\"", "9780765326355"), ("\" 979-10-00-00000-8 \"", "9791000000008"),
    ])
  func numbers(written: String, meant: String) async throws {
    let file = try TemporaryFile("{\"title\": \"T\", \"isbn\": \(written)}\r\n")
    let source = TitleSource.titleFile(path: file.path)
    let outcomes = await source.fetch([TitleRequest(isbn: try isbn(meant))])
    #expect(outcomes.first?.details?.title == "T")
  }

  @Test("answers in the order asked, whatever the order of the file")
  func order() async throws {
    var lines: [String] = []
    for index in (0..<100).reversed() {
      lines.append("{\"isbn\": \"\(try madeUpISBN(index))\", \"title\": \"Title \(index)\"}")
    }
    let file = try TemporaryFile(lines.joined(separator: "\n"))
    let source = TitleSource.titleFile(path: file.path)
    let order = [7, 99, 100, 0, 7]
    let outcomes = await source.fetch(try order.map { TitleRequest(isbn: try madeUpISBN($0)) })
    #expect(
      outcomes.map(\.details?.title)
        == ["Title 7", "Title 99", nil, "Title 0", "Title 7"])
    #expect(outcomes[2] == .notFound)
  }

  @Test("skips lines that are no titles, and loses none beside them")
  func badLines() async throws {
    let long = String(repeating: "x", count: LineReader.longestLine)
    let file = try TemporaryFile(
      """
      \u{FEFF}{"isbn": "9780765326355", "title": "First"}

      not json
      {"isbn": "9780765326356", "title": "a wrong check digit"}
      [1, 2]
      {"isbn": {"a": 1}}
      {"title": "\(long)", "isbn": "9782070427796"}
      {"title": "without a number"}
      {"isbn": "97
      {"isbn": "9780306406157", "title": "Last"}
      """)
    let source = TitleSource.titleFile(path: file.path)
    let outcomes = await source.fetch(try requests(kings, "9780306406157", "9782070427796"))
    #expect(outcomes.map(\.details?.title) == ["First", "Last", nil])
    #expect(outcomes[2] == .notFound)
    let warning = try #require(source.warnings().first)
    #expect(source.warnings().count == 1)
    #expect(warning.hasPrefix("\(file.path):3: it is not JSON"))
    #expect(warning.contains("7 lines"))
  }

  @Test(
    "says of a line that is no title where it is and why",
    arguments: [
      ("[1, 2]", "it is not a JSON object"), ("{\"title\": \"T\"}", "it has no isbn"),
      ("{\"isbn\": null}", "it has no isbn"), ("{\"isbn\": \"12\"}", "its isbn is no valid ISBN"),
      ("{\"isbn\": \"97", "it is not JSON: it ends too early"), ("x", "it is not JSON"),
      (String(repeating: "x", count: LineReader.longestLine + 1), "it is longer than 1 MiB"),
    ])
  func skippedLine(line: String, reason: String) async throws {
    let file = try TemporaryFile(
      "{\"isbn\": \"9780765326355\", \"title\": \"T\"}\n\n\(line)\n")
    let source = TitleSource.titleFile(path: file.path)
    #expect(source.warnings() == [])
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "T")
    #expect(source.warnings().first?.hasPrefix("\(file.path):3: \(reason)") == true)
    try file.write(Array("{\"isbn\": \"9780765326355\"}".utf8))
    _ = await source.fetch(try requests(kings))
    #expect(source.warnings() == [])
  }

  @Test("counts its lines however far a fault is down, long lines and blank ones too")
  func lineNumbers() async throws {
    var text = String(repeating: "y", count: LineReader.longestLine + 7) + "\n\n"
    for index in 0..<6000 {
      let title = index % 1000 == 999 ? "7" : "\"\(String(repeating: "x", count: index % 90))\""
      text += "{\"isbn\": \"\(try madeUpISBN(index))\", \"title\": \(title)}\n"
    }
    let file = try TemporaryFile(text)
    let bad = try (0..<6).map { TitleRequest(isbn: try madeUpISBN($0 * 1000 + 999)) }
    let outcomes = await TitleSource.titleFile(path: file.path).fetch(bad)
    #expect(
      outcomes.map(\.malformedReason)
        == (0..<6).map { "\(file.path):\($0 * 1000 + 1002): title is not text" })
  }

  @Test("finds lines across the ends of its buffer")
  func bufferEnds() async throws {
    var text = ""
    var count = 0
    while text.utf8.count < 2 * LineReader.longestLine {
      let filler = String(repeating: "x", count: count * 7919 % 3000)
      text += "{\"subtitle\": \"\(filler)\", \"isbn\": \"\(try madeUpISBN(count))\", "
      text += "\"title\": \"Title \(count)\"}\n"
      count += 1
    }
    let file = try TemporaryFile(text)
    let source = TitleSource.titleFile(path: file.path)
    let outcomes = await source.fetch(
      try (0..<count).map { TitleRequest(isbn: try madeUpISBN($0)) })
    #expect(outcomes.map(\.details?.title) == (0..<count).map { "Title \($0)" })
  }

  @Test(
    "fails the one book whose line is broken behind its ISBN, by name and place",
    arguments: [
      ("\"title\": \"T\", \"pages\": \"n\"}", "pages is not a whole number"),
      ("\"title\": 1984, \"publisher\": 7}", "title is not text"),
      ("\"publisher\": 7}", "publisher is not text"), ("\"series\": 7}", "series is not text"),
      ("\"authors\": \"Ann; Bob\"}", "authors is not a list of texts"),
      ("\"published\": 2010.5}", "published is not text"),
      ("\"title\": [\"T\"]}", "title is not text"),
      ("\"authors\": [7]}", "authors holds something that is not text"),
      ("\"title\": \"a lone surrogate \\ud800\"}", "no Unicode"),
      ("\"title\": \"cut", "it ends too early"),
      ("\"title\": \"T\"} {}", "unexpected character"),
    ])
  func brokenLine(rest: String, reason: String) async throws {
    let file = try TemporaryFile(
      """
      {"isbn": "9780765326355", \(rest)
      {"isbn": "9780306406157", "title": "Good"}
      """)
    let source = TitleSource.titleFile(path: file.path)
    let outcomes = await source.fetch(try requests(kings, "9780306406157"))
    let told = try #require(outcomes[0].malformedReason)
    #expect(told.contains(reason))
    #expect(told.hasPrefix("\(file.path):1: "))
    #expect(outcomes[1].details?.title == "Good")
  }

  @Test("is not felled by deep nesting", arguments: ["[", "{\"a\":"])
  func deepNesting(opening: String) async throws {
    let deep = String(repeating: opening, count: 50_000)
    let file = try TemporaryFile(
      """
      {"isbn": "9780765326355", "title": \(deep)
      {"a": \(deep)
      {"isbn": "9780306406157", "title": "Good"}
      """)
    let source = TitleSource.titleFile(path: file.path)
    let outcomes = await source.fetch(try requests(kings, "9780306406157"))
    #expect(outcomes[0].malformedReason?.contains("nested too deeply") == true)
    #expect(outcomes[1].details?.title == "Good")
  }

  @Test("reads a text that is all escapes, once")
  func escapes() async throws {
    let escapes = String(repeating: "\\\\", count: 50_000)
    let file = try TemporaryFile(
      "{\"a\": \"\(escapes)\", \"isbn\": 9780765326355, \"title\": \"T\"}")
    let source = TitleSource.titleFile(path: file.path)
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "T")
  }

  @Test("takes the later of two lines with one ISBN")
  func twice() async throws {
    let file = try TemporaryFile(
      """
      {"isbn": "9780765326355", "title": "Old"}
      {"isbn": "0765326353", "title": "New"}
      """)
    let source = TitleSource.titleFile(path: file.path)
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "New")
  }

  @Test("sees that the file was put anew")
  func changed() async throws {
    let file = try TemporaryFile("{\"isbn\": \"9780765326355\", \"title\": \"Old\"}")
    let source = TitleSource.titleFile(path: file.path)
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "Old")
    try file.write(Array("\n{\"isbn\": \"9780765326355\", \"title\": \"New\"}".utf8))
    #expect(await source.fetch(try requests(kings)).first?.details?.title == "New")
  }

  @Test("that is not there is out of reach, not an empty source")
  func missing() async throws {
    let source = TitleSource.titleFile(path: "/nowhere/titles.jsonl")
    let outcomes = await source.fetch(try requests(kings, "9780306406157"))
    #expect(outcomes.count == 2)
    let reason = try #require(outcomes[1].offlineReason)
    #expect(reason.contains("/nowhere/titles.jsonl"))
    #expect(reason.contains("No such file"))
  }

  @Test("that is a folder or a device says so")
  func noFile() async throws {
    let folder = await TitleSource.titleFile(path: "/tmp").fetch(try requests(kings))
    #expect(folder.first?.offlineReason?.contains("/tmp cannot be read: Is a directory") == true)
    let device = await TitleSource.titleFile(path: "/dev/zero").fetch(try requests(kings))
    #expect(device.first?.unconfiguredReason?.contains("/dev/zero") == true)
  }

  @Test("without a single title is a wrong file, not an empty source")
  func wrongFile() async throws {
    let file = try TemporaryFile("isbn,title\n9780765326355,The Way of Kings\n")
    let outcomes = await TitleSource.titleFile(path: file.path).fetch(try requests(kings))
    #expect(outcomes.first?.unconfiguredReason?.contains("JSON Lines") == true)
  }

  @Test("that is empty knows nothing")
  func empty() async throws {
    let file = try TemporaryFile("")
    let outcomes = await TitleSource.titleFile(path: file.path).fetch(try requests(kings))
    #expect(outcomes == [.notFound])
  }
}
