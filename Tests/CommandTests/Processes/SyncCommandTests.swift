import Catalogue
import Glibc
import LoopbackServer
import Testing

@Suite struct SyncCommandTests {
  private let sandbox = Sandbox()
  private let isbns = ["9780306406157", "9780261102217", "9783161484100"]

  /// A library whose current account asks a title file.
  private func prepareFile(_ titles: String) throws {
    sandbox.write("titles.jsonl", titles)
    _ = try sandbox.run(
      "account", "add", "f", "--source", "file", "--endpoint", "titles.jsonl", "-q")
    _ = try sandbox.run("account", "use", "f")
  }

  /// A library whose current account asks a server of this test, without a limit on its rate.
  private func prepareServer(_ server: LoopbackServer) throws {
    _ = try sandbox.run(
      "account", "add", "s", "--source", "open-library", "--endpoint", server.url, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("account", "use", "s")
  }

  private func title(_ isbn: String, _ title: String) -> String {
    #"{"isbn": "\#(isbn)", "title": "\#(title)", "authors": ["A. Writer"]}"# + "\n"
  }

  @Test("stubs are filled from a title file; what it does not know is not there")
  func file() throws {
    try prepareFile(title(isbns[0], "One") + title(isbns[1], "Two"))
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 0, "\(result)")
    let json = try result.json
    #expect(json["claimed"] == 3)
    #expect(json["updated"] == 2)
    #expect(json["not_found"] == 1)
    #expect(json["failed"] == 0)
    #expect(json["refused"]?["removed"] == 0)
    #expect(json["left"] == 0)
    #expect(
      try sandbox.run("list", "--fields", "title,sync").output
        == "One\tfetched\nTwo\tfetched\n\tnot-found\n")
    let again = try sandbox.run("sync", "--json")
    #expect(again.status == 0)
    #expect(try again.json["claimed"] == 0)
  }

  @Test("what was typed stays, whatever is fetched")
  func typed() throws {
    try prepareFile(title(isbns[0], "Fetched"))
    _ = try sandbox.run("add", isbns[0])
    _ = try sandbox.run("edit", "1", "--set", "title=Typed")
    #expect(try sandbox.run("sync").status == 0)
    let book = try sandbox.run("show", "1", "--json").json[0]
    #expect(book?["title"] == "Typed")
    #expect(book?["authors"] == .array(["A. Writer"]))
    #expect(book?["fetched"]?["title"] == "Fetched")
    _ = try sandbox.run("edit", "1", "--clear", "title")
    #expect(try sandbox.run("list", "--fields", "title").output == "Fetched\n")
  }

  @Test("--jsonl is an event a line, with the summary last")
  func events() throws {
    try prepareFile(title(isbns[0], "One"))
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let lines = try sandbox.run("sync", "--jsonl").lines.map { try JSONValue(json: $0) }
    #expect(lines.first?["event"] == "claimed")
    #expect(lines.last?["event"] == "summary")
    #expect(lines.last?["updated"] == 1)
    #expect(lines.contains { $0["event"] == "updated" && $0["number"] == 1 })
    #expect(lines.filter { $0["event"] == "not_found" }.count == 2)
  }

  @Test("a title file that is not there is status 5, in one line; the books are due again")
  func missingFile() throws {
    try prepareFile("")
    unlink(sandbox.path("titles.jsonl"))
    _ = try sandbox.run("add", isbns[0])
    let result = try sandbox.run("sync")
    #expect(result.status == 5, "\(result)")
    let errors = result.errors.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(errors.count == 1)
    #expect(result.errors.contains("titles.jsonl"))
    #expect(try sandbox.run("failures", "--ids").output == "1\n")
  }

  @Test("lines of a title file that are no titles are one warning, with the place of the first")
  func skippedLines() throws {
    try prepareFile(title(isbns[0], "One") + "not json\n[]\n" + title(isbns[1], "Two"))
    _ = try sandbox.run("add", isbns[0], isbns[1])
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 0, "\(result)")
    #expect(try result.json["updated"] == 2)
    let warnings = result.errors.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(warnings.count == 1)
    #expect(result.errors.contains("titles.jsonl:2: it is not JSON"))
  }

  @Test("a server that answers with a page is status 5, and the reason is kept")
  func noAnswer() throws {
    let server = try LoopbackServer { _ in .htmlAsJSON }
    try prepareServer(server)
    _ = try sandbox.run("add", isbns[0])
    let result = try sandbox.run("sync")
    #expect(result.status == 5, "\(result)")
    #expect(result.errors.contains("malformed answer"))
    let record = try sandbox.run("failures", "--json").json[0]
    #expect(
      record?["reason"]
        == "malformed-answer: the answer is not a JSON object: an unexpected character at byte 0")
  }

  @Test("a server that is not there is status 5, one that refuses is status 4")
  func badServers() throws {
    let server = try LoopbackServer { _ in .page(status: 401) }
    try prepareServer(server)
    _ = try sandbox.run("add", isbns[0])
    #expect(try sandbox.run("sync").status == 4)
    server.stop()
    let gone = try sandbox.run("sync", "--retry-failed")
    #expect(gone.status == 5, "\(gone)")
  }

  @Test("a book that is removed while its title is asked for refuses the answer, status 3")
  func removedMeanwhile() async throws {
    let gate = Gate()
    let editions = isbns.map { Edition(isbn: $0, title: "T") }
    let answer = LoopbackServer.openLibrary(editions: editions)
    let server = try LoopbackServer { request in
      gate.wait()
      return answer(request)
    }
    try prepareServer(server)
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    #expect(try sandbox.run("remove", "2").status == 0)
    #expect(try sandbox.run("restore", "2").status == 0)
    gate.open()
    let result = sync.wait()
    #expect(result.status == 3, "\(result)")
    let json = try result.json
    #expect(json["updated"] == 2)
    #expect(json["refused"]?["removed"] == 1)
    #expect(try sandbox.run("list", "--fields", "title").output == "T\n\nT\n")
  }

  @Test("a switch of the account ends a sync with status 3 and nothing of it is written")
  func switchedMeanwhile() async throws {
    let gate = Gate()
    let answer = LoopbackServer.openLibrary(editions: [Edition(isbn: isbns[0], title: "T")])
    let server = try LoopbackServer { request in
      gate.wait()
      return answer(request)
    }
    try prepareServer(server)
    _ = try sandbox.run("add", isbns[0])
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    _ = try sandbox.run("account", "use", "home")
    _ = try sandbox.run("account", "use", "s")
    gate.open()
    let result = sync.wait()
    #expect(result.status == 3, "\(result)")
    #expect(try result.json["refused"]?["account_switched"] == 1)
    #expect(try sandbox.run("list", "--fields", "title").output == "\n")
  }

  @Test("Ctrl-C gives the tickets back, says how to go on and is status 130")
  func interrupted() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      gate.wait()
      return .emptyBatch
    }
    try prepareServer(server)
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    let status = try sandbox.run("status", "--json").json
    #expect(status["in_flight"]?.count == 3)
    #expect(status["in_flight"]?[0]?["alive"] == .bool(true))
    #expect(status["due"] == 0)
    let dry = try sandbox.run("sync", "--dry-run", "--json").json
    #expect(dry["left"] == 0)
    #expect(dry["held_elsewhere"] == 3)
    #expect(try sandbox.run("sync", "1", "--dry-run", "--json").json["left"] == 0)
    sync.send(SIGINT)
    let result = sync.wait()
    #expect(result.status == 130, "\(result)")
    #expect(try result.json["given_back"] == 3)
    #expect(result.errors.contains("3 books are left"), "\(result)")
    #expect(result.errors.contains("`libraryctl sync --json` goes on"), "\(result)")
    let after = try sandbox.run("status", "--json").json
    #expect(after["in_flight"]?.count == 0)
    #expect(after["due"] == 3)
  }

  @Test("a trial run counts what is due and asks for nothing")
  func dryRun() throws {
    let server = try LoopbackServer { _ in .emptyBatch }
    try prepareServer(server)
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let result = try sandbox.run("sync", "--dry-run", "--json").json
    #expect(result["claimed"] == 0)
    #expect(result["left"] == 3)
    #expect(server.requests.isEmpty)
  }

  @Test("a library that is not there has nothing to sync; one that was named is an error")
  func noLibrary() throws {
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 0)
    #expect(try result.json["claimed"] == 0)
    #expect(!sandbox.exists(".local"))
    #expect(try sandbox.run("--db", "none.db", "sync").status == 1)
    #expect(!sandbox.exists("none.db"))
  }

  @Test("a book without an ISBN cannot be fetched, and that is said")
  func noISBN() throws {
    try prepareFile("")
    _ = try sandbox.run("add", "--title", "A")
    let result = try sandbox.run("sync", "1")
    #expect(result.status == 1)
    #expect(result.errors.contains("book 1"))
  }

  @Test("a reader that goes away does not end a sync")
  func closedPipe() throws {
    try prepareFile(isbns.map { title($0, "T") }.joined())
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let result = try sandbox.run(
      tool: "sh", "-c", "{ \(Sandbox.program) sync --jsonl; echo $? >status; } | true")
    #expect(result.errors.isEmpty)
    #expect(sandbox.read(sandbox.path("status")) == "0\n")
    #expect(try sandbox.run("list", "--fields", "title").output == "T\nT\nT\n")
  }

  @Test("a sync that was stopped names its own options, and knows one book from several")
  func interruptedAll() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer { _ in
      gate.wait()
      return .emptyBatch
    }
    try prepareServer(server)
    _ = try sandbox.run("add", isbns[0])
    _ = try sandbox.run(
      tool: "sqlite3", ".local/share/libraryctl/library.db",
      "UPDATE books SET sync_state = 'fetched', sync_at = '2020-01-01T00:00:00.000Z'")
    let sync = try sandbox.start(Sandbox.program, ["sync", "--all", "-l", "7"])
    await server.requests(atLeast: 1)
    sync.send(SIGINT)
    let result = sync.wait()
    #expect(result.status == 130, "\(result)")
    #expect(result.errors.contains("1 book is left;"), "\(result)")
    #expect(result.errors.contains("`libraryctl sync --all -l 7` goes on"), "\(result)")
    #expect(try sandbox.run("sync", "--all", "--dry-run").output == "1 book is due; 1 request\n")
  }

  @Test("Open Library's 403 says that it wants a contact, and the command that sets it works")
  func forbidden() throws {
    let server = try LoopbackServer { _ in .page(status: 403) }
    _ = try sandbox.run(
      "account", "add", "s", "--source", "open-library", "--endpoint", server.url, "-q")
    _ = try sandbox.run("account", "use", "s")
    _ = try sandbox.run("add", isbns[0])
    let result = try sandbox.run("sync")
    #expect(result.status == 4, "\(result)")
    #expect(result.errors.contains("User-Agent with a contact"), "\(result)")
    #expect(result.errors.contains("libraryctl account set s --contact MAIL"), "\(result)")
    #expect(try sandbox.run("account", "set", "s", "--contact", "a@example.org").status == 0)
    let again = try sandbox.run("sync", "--retry-failed")
    #expect(again.status == 4)
    #expect(again.errors.contains("a@example.org"), "\(again)")
  }
}
