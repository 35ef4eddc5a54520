import Catalogue
import Glibc
import LoopbackServer
import Testing

/// What a sync does beside fetching: it keeps what it holds, lets others write, and ends in order.
@Suite struct SyncEngineTests {
  private let sandbox = Sandbox()
  private let isbns = ["9780306406157", "9780261102217", "9783161484100"]

  private func prepare(_ server: LoopbackServer) throws {
    _ = try sandbox.run(
      "account", "add", "s", "--source", "open-library", "--endpoint", server.url, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("account", "use", "s")
  }

  /// A server that holds each request until the gate is open.
  private func slowServer(_ gate: Gate) throws -> LoopbackServer {
    let answer = LoopbackServer.openLibrary(
      editions: isbns.map { Edition(isbn: $0, title: "T", authors: ["A"]) })
    return try LoopbackServer { request in
      gate.wait()
      return answer(request)
    }
  }

  private func sql(_ text: String) throws -> Sandbox.Result {
    try sandbox.run(tool: "sqlite3", ".local/share/libraryctl/library.db", text)
  }

  @Test("a lease is renewed while the source is slow, and a second process gets nothing")
  func renewed() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try slowServer(gate)
    try prepare(server)
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json", "--lease", "15s"])
    await server.requests(atLeast: 1)
    let until = "SELECT min(expires_at) FROM tickets"
    let first = try sql(until).output
    #expect(!first.isEmpty)
    // Each turn is a process of its own, which finds all books held, until the lease is renewed.
    var renewed = first
    while renewed == first {
      // It waits for no answer: one that got a book after all must not hang here.
      let second = try sandbox.run("sync", "--json", "--timeout", "5s")
      #expect(second.status == 0, "\(second)")
      #expect(try second.json["claimed"] == 0)
      #expect(try second.json["left"] == 0)
      #expect(try second.json["held_elsewhere"] == 3)
      renewed = try sql(until).output
    }
    #expect(renewed > first)
    gate.open()
    let result = sync.wait()
    #expect(result.status == 0, "\(result)")
    #expect(try result.json["updated"] == 3)
    #expect(server.requests.count == 1)
  }

  @Test("the sqlite3 shell writes at once, without patience, while a request hangs")
  func noLock() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try slowServer(gate)
    try prepare(server)
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    let edit = try sql("UPDATE catalogue SET notes = 'mine' WHERE number = 1")
    #expect(edit.status == 0 && edit.errors.isEmpty, "\(edit)")
    gate.open()
    #expect(sync.wait().status == 0)
    #expect(
      try sandbox.run("list", "--fields", "title,notes").output == "T\tmine\nT\t\nT\t\n")
  }

  @Test("SIGTERM ends a sync as Ctrl-C does: what is not answered is given back, status 130")
  func terminated() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try slowServer(gate)
    try prepare(server)
    _ = try sandbox.run(arguments: ["add"] + isbns)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    sync.send(SIGTERM)
    let result = sync.wait()
    #expect(result.status == 130, "\(result)")
    #expect(try result.json["given_back"] == 3)
    #expect(try result.json["left"] == 3)
    #expect(try sql("SELECT count(*) FROM tickets").output == "0\n")
  }

  @Test("a source out of reach: all is given back or failed, and the line says how many are left")
  func outOfReach() throws {
    let server = try LoopbackServer { _ in .emptyBatch }
    try prepare(server)
    _ = try sandbox.run(arguments: ["add"] + isbns)
    server.stop()
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 5, "\(result)")
    #expect(try result.json["left"] == 3)
    #expect(result.errors.contains("3 books are left; run `libraryctl sync --json` again later"))
    #expect(try sql("SELECT count(*) FROM tickets").output == "0\n")
    #expect(try sandbox.run("status", "--json").json["due"] == 3)
  }

  @Test("a source that asks to wait: the line says until when")
  func rateLimited() throws {
    let server = try LoopbackServer { _ in
      .json("{}", status: 429, headers: [("Retry-After", "7200")])
    }
    try prepare(server)
    _ = try sandbox.run("add", isbns[0])
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 5, "\(result)")
    #expect(result.errors.contains("asks to wait for 7200 s"), "\(result)")
    #expect(result.errors.contains("run `libraryctl sync --json` again after 20"), "\(result)")
    #expect(result.errors.contains("1 that failed waits until 20"), "\(result)")
    // It is kept with the book, and not asked for again before.
    let again = try sandbox.run("sync", "--json")
    #expect(again.status == 0, "\(again)")
    #expect(try again.json["claimed"] == 0)
    #expect(server.requests.count == 1)
  }

  @Test("named books that cannot be fetched are told apart: no ISBN, not there")
  func notClaimable() throws {
    sandbox.write("titles.jsonl", #"{"isbn": "9780306406157", "title": "T"}"#)
    _ = try sandbox.run(
      "account", "add", "f", "--source", "file", "--endpoint", "titles.jsonl", "-q")
    _ = try sandbox.run("account", "use", "f")
    _ = try sandbox.run("add", "--title", "No number")
    _ = try sandbox.run("add", isbns[0])
    let result = try sandbox.run("sync", "1", "2", "--json")
    #expect(result.status == 3, "\(result)")
    #expect(try result.json["updated"] == 1)
    #expect(result.errors.contains("book 1 has no ISBN"), "\(result)")
    #expect(result.errors.contains("libraryctl sync --candidates 1"), "\(result)")
    #expect(try sandbox.run("status", "--json").json["no_isbn"] == 1)
    #expect(try sandbox.run("sync", "--json").json["claimed"] == 0)
    let dry = try sandbox.run("sync", "1", "2", "--dry-run", "--json")
    #expect(try dry.json["left"] == 1)
  }

  @Test("candidates: what the source has for a title, to choose from; nothing is changed")
  func candidates() throws {
    let server = try LoopbackServer { _ in
      .json(
        """
        {"docs": [{"key": "/works/OL1W", "title": "The Way of Kings", "first_publish_year": 2010,
          "author_name": ["Brandon Sanderson"], "isbn": ["9780765326355", "0765326353"]}]}
        """)
    }
    try prepare(server)
    _ = try sandbox.run("add", "--title", "The way of kings", "--author", "Brandon Sanderson")
    let before = try sql(".dump").output
    let result = try sandbox.run("sync", "--candidates", "1", "--json")
    #expect(result.status == 0, "\(result)")
    let candidate = try result.json[0]
    #expect(candidate?["number"] == 1)
    #expect(candidate?["title"] == "The Way of Kings")
    #expect(candidate?["year"] == 2010)
    #expect(candidate?["isbns"] == .array(["9780765326355"]))
    #expect(server.requests.map(\.path) == ["/search.json"])
    #expect(
      try sandbox.run("sync", "--candidates", "1").output
        == "1\tThe Way of Kings\tBrandon Sanderson\t2010\t9780765326355\n")
    #expect(try sql(".dump").output == before)

    server.route { _ in .page(status: 403) }
    #expect(try sandbox.run("sync", "--candidates", "1").status == 4)
    server.stop()
    #expect(try sandbox.run("sync", "--candidates", "1").status == 5)
    #expect(try sandbox.run("sync", "--candidates").status == 2)
    #expect(try sandbox.run("sync", "--candidates", "7").status == 1)
    #expect(try sql(".dump").output == before)
  }

  @Test("a source that cannot be searched says so")
  func cannotBeSearched() throws {
    sandbox.write("titles.jsonl", "")
    _ = try sandbox.run(
      "account", "add", "f", "--source", "file", "--endpoint", "titles.jsonl", "-q")
    _ = try sandbox.run("account", "use", "f")
    _ = try sandbox.run("add", "--title", "A")
    let result = try sandbox.run("sync", "--candidates", "1")
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("cannot be searched"), "\(result)")
  }

  @Test("a lease that is no time is a wrong value, in the option and in the variable")
  func wrongLease() throws {
    _ = try sandbox.run("add", isbns[0])
    #expect(try sandbox.run("sync", "--lease", "long").status == 2)
    let variable = try sandbox.run("sync", environment: ["LIBRARYCTL_LEASE": "long"])
    #expect(variable.status == 2)
    #expect(variable.errors.contains("LIBRARYCTL_LEASE"), "\(variable)")
  }
}
