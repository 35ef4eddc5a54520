import Catalogue
import Glibc
import Testing

/// The sources beside Open Library, as the program has them.
@Suite("Sources of titles in the program") struct TitleSourceProcessTests {
  private let sandbox = Sandbox()
  private let isbns = ["9780306406157", "9780261102217", "9783161484100"]

  @Test(
    "a title file may be CSV, in whatever form spreadsheets write it",
    arguments: [",", ";", "\t"], ["\n", "\r\n"])
  func csv(delimiter: String, lineEnd: String) throws {
    let rows = [
      ["isbn", "title", "authors", "pages", "notes"],
      ["0-306-40615-2", "\"One\(lineEnd)and more\"", "\"Ann Leckie; B. Écrivain\"", "12", "mine"],
      ["=\"9780261102217\"", "\"Two, \"\"2\"\"\"", "", "many", ""],
      ["", "without a number", "", "", ""],
    ]
    let text = rows.map { $0.joined(separator: delimiter) + lineEnd }.joined()
    sandbox.write("titles.csv", "\u{FEFF}" + text)
    _ = try sandbox.run("account", "add", "f", "--source", "file", "--endpoint", "titles.csv", "-q")
    _ = try sandbox.run("account", "use", "f")
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 3, "\(result)")
    let json = try result.json
    #expect(json["updated"] == 1 && json["failed"] == 1 && json["not_found"] == 1)
    #expect(result.errors.contains("titles.csv:"))
    let books = try sandbox.run("show", "1", "--json").json[0]
    #expect(books?["title"] == "One and more")
    #expect(books?["authors"] == .array(["Ann Leckie", "B. Écrivain"]))
    #expect(books?["notes"] == .null)
    #expect(try sandbox.run("failures", "--json").output.contains("pages is not a whole number"))
  }

  @Test(
    "the server in docs/title-source.md serves a sync; the second one finds all unchanged",
    .enabled(if: Tool.isThere("python3"), "python3 is not here"))
  func documentedServer() throws {
    let script = sandbox.write("title_server.py", try documentedScript())
    let titles = sandbox.write(
      "titles.jsonl",
      """
      {"isbn": "\(isbns[0])", "title": "One", "authors": ["A. Writer"]}

      {"isbn": "\(isbns[1])", "title": "Zwei – 二", "pages": 7}

      """)
    let pipe = sandbox.path("said")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let server = try sandbox.start(
      "python3", [script, titles, "0"], environment: ["TITLE_SERVER_TOKEN": "canary"],
      output: pipe)
    defer {
      server.send(SIGTERM)
      waitpid(server.process, nil, 0)
    }
    let url = try #require(firstLine(of: reader)?.split(separator: " ").last.map(String.init))

    _ = try sandbox.run("account", "add", "mine", "--source", "http", "--endpoint", url, "-q")
    _ = try sandbox.run("account", "use", "mine")
    _ = try sandbox.run(arguments: ["add"] + isbns)
    #expect(try sandbox.run("sync").status == 4)
    let token = ["LIBRARYCTL_TOKEN_MINE": "canary"]
    let first = try sandbox.run("sync", "--json", "--retry-failed", environment: token)
    #expect(first.status == 0, "\(first)")
    #expect(try first.json["updated"] == 2)
    #expect(try first.json["not_found"] == 1)
    #expect(
      try sandbox.run("list", "--fields", "title", "--limit", "2").output == "One\nZwei – 二\n")
    let again = try sandbox.run("sync", "--json", "--all", environment: token)
    #expect(try again.json["unchanged"] == 2, "\(again)")
    #expect(try again.json["updated"] == 0)
  }

  /// The Python block of the page.
  private func documentedScript() throws -> String {
    let page = try Project.text("docs/title-source.md")
    let blocks = page.split(separator: "```", omittingEmptySubsequences: false)
    let block = blocks.enumerated().first {
      $0.offset % 2 == 1 && $0.element.hasPrefix("python\n")
    }
    return String(try #require(block).element.dropFirst("python\n".count))
  }

  /// Waits until a line has come; nil when the writer ends before.
  private func firstLine(of descriptor: Int32) -> String? {
    var bytes: [UInt8] = []
    while !bytes.contains(0x0A) {
      var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 60_000) > 0 else { return nil }
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
