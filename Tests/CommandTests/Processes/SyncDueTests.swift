import Testing

/// What is due, what would be asked for, and what is said of the books that are not asked for.
@Suite struct SyncDueTests {
  private let sandbox = Sandbox()
  private let isbns = ["9780306406157", "9780261102217", "9783161484100"]

  private func prepare() throws {
    sandbox.write("titles.jsonl", #"{"isbn": "9780306406157", "title": "T"}"# + "\n")
    _ = try sandbox.run(
      "account", "add", "f", "--source", "file", "--endpoint", "titles.jsonl", "-q")
    _ = try sandbox.run("account", "use", "f")
    _ = try sandbox.run(arguments: ["add"] + isbns)
    _ = try sandbox.run("add", "--title", "No number")
  }

  private func sql(_ text: String) throws -> Sandbox.Result {
    try sandbox.run(tool: "sqlite3", ".local/share/libraryctl/library.db", text)
  }

  @Test("a trial run says how many books, in how many requests, and each of them when asked")
  func dryRun() throws {
    try prepare()
    let dry = try sandbox.run("sync", "--dry-run", "--json").json
    #expect(dry["left"] == 3 && dry["would_ask"] == 3 && dry["requests"] == 1)
    #expect(dry["claimed"] == 0)
    let limited = try sandbox.run("sync", "--dry-run", "--limit", "2", "--json").json
    #expect(limited["left"] == 3 && limited["would_ask"] == 2 && limited["requests"] == 1)
    #expect(
      try sandbox.run("sync", "-n", "-l", "2").output
        == "3 books are due; 2 would be asked for; 1 request\n")
    let events = try sandbox.run("sync", "--dry-run", "--limit", "2", "--jsonl").output
      .split(separator: "\n")
    #expect(events.count == 3)
    #expect(events.first?.contains(#""event":"would_ask","number":1"#) == true, "\(events)")
    #expect(events.last?.contains(#""event":"summary""#) == true, "\(events)")
    let named = try sandbox.run("sync", "3", "2", "4", "--dry-run", "-v")
    #expect(named.output == "2 books are due; 1 request\n")
    let asked = named.errors.split(separator: "\n").filter { $0.contains("would ask for book") }
    #expect(asked.count == 2 && asked.first?.contains("book 3, ISBN \(isbns[2])") == true)
    #expect(
      try sql("SELECT DISTINCT sync_state FROM books WHERE isbn IS NOT NULL").output == "never\n")
  }

  @Test("a query or a list of numbers narrows a sync; what a list names is asked for in its order")
  func narrowed() throws {
    try prepare()
    _ = try sandbox.run("edit", "2", "--set", "notes=dragon")
    let query = try sandbox.run("sync", "--query", "dragon", "--jsonl").output
    #expect(query.contains(#""numbers":[2]"#), "\(query)")
    let list = try sandbox.run("sync", "--ids", "-", "--jsonl", input: "3\n1\n")
    #expect(list.output.contains(#""numbers":[3,1]"#), "\(list)")
    #expect(try sandbox.run("sync", "1", "--query", "dragon").status == 2)
    #expect(try sandbox.run("sync", "--ids", "-", "--json", input: "").json["claimed"] == 0)
  }

  @Test("books without an ISBN are said not to be due, by sync and by status")
  func noISBN() throws {
    try prepare()
    let words = "1 book has no ISBN and is not due"
    #expect(try sandbox.run("status").errors.contains(words))
    let sync = try sandbox.run("sync")
    #expect(sync.status == 0 && sync.errors.contains(words), "\(sync)")
    #expect(!(try sandbox.run("sync", "-q").errors.contains(words)))
    #expect(!(try sandbox.run("status", "--json").errors.contains(words)))
  }

  @Test("a book that the source does not have shows when it is asked for again")
  func notFound() throws {
    try prepare()
    #expect(try sandbox.run("sync", "--json").json["not_found"] == 2)
    _ = try sql("UPDATE books SET sync_at = '2020-01-01T00:00:00.000Z' WHERE number = 2")
    _ = try sql("UPDATE books SET sync_at = '2020-02-01T00:00:00.000Z' WHERE number = 3")
    #expect(try sandbox.run("failures").output.isEmpty)
    let failures = try sandbox.run("failures", "--not-found", "--json").json
    #expect(failures.count == 2)
    #expect(failures[0]?["number"] == 2 && failures[0]?["reason"] == "not-found")
    #expect(failures[0]?["retry_at"] == "2020-01-31T00:00:00.000Z")
    #expect(try sandbox.run("failures", "--not-found", "--ids").output == "2\n3\n")
    // The answers are old enough, by whatever clock runs this.
    #expect(try sandbox.run("status", "--json").json["due"] == 2)
  }
}
