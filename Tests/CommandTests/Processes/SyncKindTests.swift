import Catalogue
import Glibc
import LoopbackServer
import Testing

/// Kinds of trouble that other catalogues have had with their title sources, tried with the program
/// itself.
@Suite struct SyncKindTests {
  private let sandbox = Sandbox()

  private static func isbns(_ range: Range<Int>) -> [String] {
    range.map { ISBN.sample($0).description }
  }

  private func prepare(_ server: LoopbackServer, books: Int) throws {
    try sandbox.useServer(server)
    if books == 0 { return }
    #expect(try sandbox.run(arguments: ["add"] + Self.isbns(0..<books)).status == 0)
  }

  private func fields(_ names: String) throws -> [String] {
    try sandbox.run("list", "--fields", names).lines
  }

  @Test("an account whose kind of source is not known is named, and nothing is claimed")
  func unknownKind() throws {
    try #require(try sandbox.run("add", Self.isbns(0..<1)[0]).status == 0)
    try sandbox.sql("UPDATE accounts SET source = 'carrier-pigeon'")
    let result = try sandbox.run("sync")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("account home") && result.errors.contains("`carrier-pigeon`"))
    #expect(try fields("sync") == ["never"])
  }

  // MARK: What a source says

  @Test("a member of any shape that is of no use here costs no record")
  func shapes() throws {
    let shapes = [
      #""text""#, #"{"type": "/type/text", "value": "text"}"#, #"{"type": "/type/text"}"#, "null",
      "7", "[]", #"[{"value": ["x"]}]"#, "true",
    ]
    let isbns = Self.isbns(0..<shapes.count)
    let editions = zip(isbns, shapes).map { isbn, shape in
      Edition(
        isbn: isbn, title: "T",
        more: ["description", "notes", "excerpts", "first_sentence"].map { "\"\($0)\": \(shape)" })
    }
    let server = try LoopbackServer(editions: editions)
    try prepare(server, books: shapes.count)
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 0, "\(result)")
    #expect(try SyncSummary(result)["updated"] == Int64(shapes.count), "\(result)")
    #expect(try Set(fields("title")) == ["T"])
    #expect(server.connections > 0)
  }

  @Test("a record with a text of a megabyte is kept, and lists do not carry that text")
  func hugeText() throws {
    let text = String(repeating: "lorem ", count: 200_000)
    let isbns = Self.isbns(0..<2)
    let editions = [
      Edition(isbn: isbns[0], title: "Big", more: ["\"description\": \"\(text)\""]),
      Edition(isbn: isbns[1], title: "Small"),
    ]
    let server = try LoopbackServer(editions: editions)
    try prepare(server, books: 2)
    #expect(try sandbox.run("sync").status == 0)
    #expect(server.connections > 0)
    #expect(try fields("title") == ["Big", "Small"])
    for form in [[], ["--json"], ["--jsonl"]] {
      #expect(try sandbox.run(arguments: ["list"] + form).output.utf8.count < 100_000)
    }
  }

  @Test("an answer that leaves fields out, or has them empty, takes no value away; typed ones win")
  func nothingLost() throws {
    let isbn = Self.isbns(0..<1)[0]
    func answer(_ more: [String]) -> LoopbackServer.Route {
      LoopbackServer.openLibrary(editions: [Edition(isbn: isbn, title: "The title", more: more)])
    }
    let server = try LoopbackServer(
      answer([
        #""number_of_pages": 1007"#, #""subtitle": "fetched""#, #""publishers": [{"name": "P"}]"#,
      ]))
    try prepare(server, books: 1)
    _ = try sandbox.run("edit", "1", "--set", "title=Signed copy", "--set", "subtitle=kept")
    #expect(try sandbox.run("sync").status == 0)
    #expect(try fields("title,subtitle,pages,publisher") == ["Signed copy\tkept\t1007\tP"])
    for more in [[], [#""number_of_pages": null"#, #""subtitle": """#, #""publishers": []"#]] {
      server.route(answer(more))
      #expect(try sandbox.run("sync", "--all").status == 0)
      #expect(try fields("title,subtitle,pages,publisher") == ["Signed copy\tkept\t1007\tP"])
    }
    server.route { _ in .emptyBatch }
    #expect(try sandbox.run("sync", "--all").status == 0)
    #expect(try fields("title,subtitle,pages,sync") == ["Signed copy\tkept\t1007\tnot-found"])
    _ = try sandbox.run("edit", "1", "--clear", "title", "--clear", "subtitle")
    #expect(try fields("title,subtitle") == ["The title\tfetched"])
  }

  @Test("every row of a file ends in one state, and all counts add up")
  func countsAddUp() throws {
    let isbns = Self.isbns(0..<579)
    let known = Dictionary(
      uniqueKeysWithValues: isbns[..<570].map { ("ISBN:\($0)", Edition(isbn: $0, title: "T").data) }
    )
    let bad = Set(isbns[576...].map { "ISBN:\($0)" })
    let server = try LoopbackServer { request in
      let members = request.bibkeys.compactMap { key in
        (bad.contains(key) ? #"{"title": 7, "authors": "x"}"# : known[key]).map {
          "\"\(key)\": \($0)"
        }
      }
      return .json("{\(members.joined(separator: ", "))}")
    }
    try prepare(server, books: 0)
    sandbox.write("list.txt", isbns.joined(separator: "\n") + "\n")
    let imported = try sandbox.run("import", "list.txt", "--json").json
    #expect(imported["rows"] == 579 && imported["added"] == 579)
    let result = try sandbox.run("sync", "--json")
    #expect(result.status == 3, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary["claimed"] == 579 && summary.addsUp, "\(result)")
    #expect(summary["updated"] == 570, "\(result)")
    #expect(summary["not_found"] == 6 && summary["failed"] == 3, "\(result)")
    #expect(summary["left"] == 0, "\(result)")
    let states = try fields("sync")
    #expect(states.filter { $0 == "fetched" }.count == 570)
    #expect(states.filter { $0 == "not-found" }.count == 6)
    #expect(states.filter { $0 == "failed" }.count == 3)
    #expect(try sandbox.run("failures", "--ids").lines.count == 3)
  }

  // MARK: What happens meanwhile

  /// Ways to take a book away while its answer is on the way.
  enum Removal: String, CaseIterable {
    case command, again, view, row, replaced, account
  }

  @Test("a book that goes while its answer is on the way stays away", arguments: Removal.allCases)
  func removed(_ removal: Removal) async throws {
    let gate = Gate()
    defer { gate.open() }
    let isbns = Self.isbns(0..<2)
    let server = try LoopbackServer(editions: isbns.map { Edition(isbn: $0, title: "T") }) { _ in
      gate.wait()
    }
    try prepare(server, books: 2)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    var left = ["T"]
    var refused = ("removed", Int64(1))
    switch removal {
    case .command: #expect(try sandbox.run("remove", "1", "--yes").status == 0)
    case .again:
      // The new one is another book: the sync claims it next, and asks for it anew.
      #expect(try sandbox.run("remove", "1", "--yes").status == 0)
      #expect(try sandbox.run("add", isbns[0]).status == 0)
      left = ["T", "T"]
    case .view: try sandbox.sql("DELETE FROM catalogue WHERE number = 1;")
    case .row: try sandbox.sql("DELETE FROM books WHERE number = 1;")
    case .replaced:
      try sandbox.sql(
        "REPLACE INTO books (number, account, isbn) SELECT number, account, isbn FROM books WHERE number = 1;"
      )
      left = ["", "T"]
    case .account:
      #expect(try sandbox.run("account", "use", "home").status == 0)
      #expect(try sandbox.run("account", "remove", "s", "--delete-books", "--yes").status == 0)
      (left, refused) = ([], ("", 2))
    }
    gate.open()
    let result = sync.wait()
    #expect(result.status == 3, "\(removal): \(result)")
    let summary = try SyncSummary(result)
    #expect(summary.addsUp && summary.refused == refused.1, "\(removal): \(result)")
    if !refused.0.isEmpty { #expect(summary.refused(refused.0) == 1, "\(removal): \(result)") }
    #expect(
      try sandbox.sql("SELECT coalesce(title, '') FROM catalogue ORDER BY number;")
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        == (left.isEmpty ? [""] : left), "\(removal)")
    let late = "SELECT count(*) FROM books WHERE number = 1 AND fetched <> '{}';"
    #expect(try sandbox.sql(late) == "0", "\(removal)")
    try sandbox.checkLibrary("\(removal)")
  }

  @Test(
    "an ISBN that changes while its answer is on the way: the answer is refused, also if it came back"
  )
  func changed() async throws {
    let gate = Gate()
    defer { gate.open() }
    let isbns = Self.isbns(0..<4)
    let server = try LoopbackServer { request in
      gate.wait()
      return LoopbackServer.openLibrary(
        editions: request.isbns.map { Edition(isbn: $0, title: "T \($0)") })(request)
    }
    try prepare(server, books: 3)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json", "1", "2", "3"])
    await server.requests(atLeast: 1)
    #expect(try sandbox.run("edit", "1", "--set", "isbn=\(isbns[3])").status == 0)
    for isbn in [isbns[3], isbns[1]] {
      try sandbox.sql("UPDATE books SET isbn = '\(isbn)' WHERE number = 2;")
    }
    gate.open()
    let result = sync.wait()
    #expect(result.status == 3, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary["updated"] == 1 && summary.refused("isbn_changed") == 1, "\(result)")
    #expect(summary.refused == 2 && summary.addsUp, "\(result)")
    #expect(try fields("title,sync") == ["\tnever", "\tnever", "T \(isbns[2])\tfetched"])
    #expect(try sandbox.run("sync").status == 0)
    #expect(try fields("title") == [3, 1, 2].map { "T \(isbns[$0])" })
    try sandbox.checkLibrary()
  }

  @Test(
    "two accounts with the same books: a late answer is in neither, later each has its own",
    arguments: [false, true])
  func accounts(_ isUsedAgain: Bool) async throws {
    let gate = Gate()
    defer { gate.open() }
    let isbns = Self.isbns(0..<4)
    let (one, two) = (
      try LoopbackServer(editions: isbns.map { Edition(isbn: $0, title: "One") }) { _ in gate.wait()
      },
      try LoopbackServer(editions: isbns.map { Edition(isbn: $0, title: "Two") })
    )
    try sandbox.useServer(two, account: "b")
    #expect(try sandbox.run(arguments: ["add"] + isbns).status == 0)
    try prepare(one, books: 4)
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await one.requests(atLeast: 1)
    #expect(try sandbox.run("account", "use", "b").status == 0)
    // To come back makes no old ticket good.
    if isUsedAgain { #expect(try sandbox.run("account", "use", "s").status == 0) }
    let before = try sandbox.dump()
    gate.open()
    let result = sync.wait()
    #expect(result.status == 3, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary.refused("account_switched") == 4 && summary.addsUp, "\(result)")
    #expect(try sandbox.dump() == before, "nothing of it is written, for whichever account")
    #expect(two.requests.isEmpty)
    for (account, title) in [("b", "Two"), ("s", "One")] {
      #expect(try sandbox.run("sync", "--account", account).status == 0)
      let titles = try sandbox.run("list", "--fields", "title", "--account", account).lines
      #expect(titles == Array(repeating: title, count: 4))
    }
    try sandbox.checkLibrary()
  }

  @Test("without a network every local command works, and a sync ends with 5 and keeps the queue")
  func offline() throws {
    let server = try LoopbackServer(
      editions: Self.isbns(0..<12).map { Edition(isbn: $0, title: "T") })
    try prepare(server, books: 12)
    // The port stays taken, so that nobody else answers there; the host name cannot be found.
    server.stop()
    #expect(try sandbox.run("list", "--ids").lines.count == 12)
    #expect(try sandbox.run("add", "--title", "Offline").status == 0)
    #expect(try sandbox.run("search", "offline").lines.count == 1)
    let result = try sandbox.run("sync", "--json", "--timeout", "1s")
    #expect(result.status == 5, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary.addsUp && summary["updated"] == 0 && summary["not_found"] == 0, "\(result)")
    #expect(result.errors.contains("12 books are left"), "\(result)")
    let status = try sandbox.run("status", "--json").json
    #expect(status["in_flight"]?.count == 0)
    #expect(try fields("sync").allSatisfy { ["never", "failed", "no-isbn"].contains($0) })
    #expect(try sandbox.run("list", "--ids").lines.count == 13)
  }

  @Test("an import of 5,000 rows, edits, a sync and the shell at once: all wait, nothing is lost")
  func locked() throws {
    let isbns = Self.isbns(0..<5000)
    let server = try LoopbackServer(editions: isbns[..<50].map { Edition(isbn: $0, title: "T") })
    try prepare(server, books: 50)
    sandbox.write("list.txt", isbns[50...].joined(separator: "\n") + "\n")
    let wait = ["--wait", "120"]
    let processes = try [
      sandbox.start(Sandbox.program, ["import", "list.txt"] + wait),
      sandbox.start(Sandbox.program, ["edit", "1", "--set", "notes=edited"] + wait),
      sandbox.start(Sandbox.program, ["sync", "--limit", "50"] + wait),
      sandbox.start(Sandbox.program, ["edit", "1", "--set", "shelf=edited"] + wait),
      sandbox.start(
        "sqlite3", ["-batch", sandbox.library],
        input: """
          .timeout 120000
          PRAGMA wal_autocheckpoint = 0;
          UPDATE catalogue SET rating = 4 WHERE number = 1;
          """),
    ]
    for process in processes {
      let result = process.wait()
      #expect(result.status == 0, "\(result)")
    }
    #expect(try sandbox.run("list", "--ids").lines.count == 5000)
    let row = try sandbox.sql("SELECT notes, shelf, rating, title FROM catalogue WHERE number = 1;")
    #expect(row == "edited|edited|4|T")
    try sandbox.checkLibrary()
  }

  @Test(
    "a lock that is held too long is one line and status 6, and a sync that could not begin took nothing"
  )
  func lockedTooLong() throws {
    let server = try LoopbackServer(
      editions: Self.isbns(0..<2).map { Edition(isbn: $0, title: "T") })
    try prepare(server, books: 2)
    let holder = try sandbox.start(
      "sh",
      [
        "-c",
        "mkfifo go; { echo '.timeout 60000'; echo 'BEGIN IMMEDIATE;'; cat go; } | sqlite3 \(sandbox.library)",
      ])
    defer { _ = holder.wait() }
    // The shell reads its input line by line; an edit that got in between is waited for.
    while try sandbox.run("edit", "1", "--set", "notes=n", "--wait", "0").status == 0 {}
    for words in [["edit", "1", "--set", "notes=x"], ["sync"], ["add", "--title", "T"]] {
      let result = try sandbox.run(arguments: words + ["--wait", "0.1"])
      #expect(result.status == 6, "\(words): \(result)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(words): \(result)")
    }
    #expect(server.requests.isEmpty)
    _ = try sandbox.run(tool: "sh", "-c", "echo 'COMMIT;' >go")
    #expect(try sandbox.run("sync", "--wait", "60").status == 0)
    #expect(try fields("title") == ["T", "T"])
  }
}
