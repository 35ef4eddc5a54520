import CSQLite
import Catalogue
import Glibc
import Testing

/// An error says that nothing was changed only where that is so: each command fails for want of room,
/// at less and less of it, and what it says is held against what is in the library.
@Suite(.enabled(if: Tool.isThere("sqlite3"), "sqlite3 is not installed"), .serialized)
struct ErrorTruthTests {
  private let sandbox = Sandbox()
  private let base = "base.db"

  /// How a command ended that had so much room, and whether the library is another one.
  private struct Attempt {
    let result: Sandbox.Result
    let isChanged: Bool

    /// Whether it said that nothing was changed.
    var claimsNothing: Bool {
      ["nothing was changed", "nothing was imported", "nothing was written"]
        .contains { result.errors.contains($0) || result.output.contains($0) }
    }
  }

  private static func rows(_ range: Range<Int>) -> String {
    "title,isbn,notes\n"
      + range.map { row in
        "Book \(row),\(ImportStopTests.isbn(row)),\(String(repeating: "note ", count: 60))\n"
      }.joined()
  }

  private func makeBase() throws {
    sandbox.write("base.csv", Self.rows(0..<1500))
    #expect(try sandbox.run("--db", base, "import", "base.csv").status == 0)
    #expect(try sandbox.run("--db", base, "remove", "1", "2", "3", "--yes").status == 0)
    sandbox.write(
      "titles.jsonl",
      (0..<1500).map { row in
        "{\"isbn\": \"\(ImportStopTests.isbn(row))\", \"title\": \"Fetched \(row)\", "
          + "\"subjects\": [\"\(String(repeating: "s", count: 200))\"]}\n"
      }.joined())
    for arguments in [
      ["account", "add", "f", "--source", "file", "--endpoint", sandbox.path("titles.jsonl")],
      ["account", "add", "other", "--source", "open-library"],
      ["--account", "other", "import", "base.csv"],
    ] {
      let result = try sandbox.run(arguments: ["--db", base] + arguments)
      #expect(result.status == 0, "\(result)")
    }
  }

  private func state() throws -> String {
    let sql =
      "SELECT number, isbn, typed, fetched, imported, removed_at, account FROM books ORDER BY 1; "
      + "SELECT name FROM accounts; SELECT id, name FROM change_sets;"
    return try sandbox.run(tool: "sqlite3", "a.db", sql).output
  }

  /// Runs a command with more and more room, until it has enough.
  private func attempts(_ arguments: String...) throws -> [Attempt] {
    try attempts(list: arguments)
  }

  private func attempts(list arguments: [String]) throws -> [Attempt] {
    var attempts: [Attempt] = []
    // The files' greatest size, in blocks of 512 bytes.
    var blocks = 80
    while true {
      _ = try sandbox.run(
        tool: "sh", "-c", "rm -f a.db a.db-* a.db.lock r.csv; cp \(base) a.db; chmod 600 a.db")
      let before = try state()
      let words = (["--db", "a.db"] + arguments).map { "'\($0)'" }.joined(separator: " ")
      let result = try sandbox.run(
        tool: "sh", "-c", "ulimit -f \(blocks); exec \(Sandbox.program) \(words)")
      let attempt = Attempt(result: result, isChanged: try state() != before)
      #expect(
        !attempt.claimsNothing || !attempt.isChanged,
        "\(arguments) with \(blocks) blocks says something untrue: \(result)")
      if result.status == 0 {
        #expect(!attempt.claimsNothing)
        return attempts
      }
      attempts.append(attempt)
      blocks = blocks * 5 / 4
      try #require(blocks < 1 << 20)
    }
  }

  @Test(
    "a command of one transaction has changed nothing, and says so",
    arguments: [
      ["edit", "--query", "Book", "--set", "notes=other", "--yes"],
      ["remove", "--query", "Book", "--yes"],
      ["account", "remove", "other", "--delete-books", "--yes"],
      ["db", "optimize"],
    ])
  func oneTransaction(_ arguments: [String]) throws {
    try makeBase()
    let attempts = try self.attempts(list: arguments)
    #expect(attempts.contains { $0.claimsNothing }, "\(attempts)")
    #expect(!attempts.contains { $0.isChanged }, "\(attempts)")
  }

  @Test("so have an undo, an emptied trash, and books that become one")
  func furtherCommands() throws {
    try makeBase()
    let long = String(repeating: "long ", count: 20_000)
    for (before, arguments) in [
      (["remove", "--query", "Book", "--yes"], ["undo", "--yes"]),
      (["remove", "--query", "Book", "--yes"], ["trash", "empty", "--yes"]),
      (["edit", "10", "--set", "review=\(long)"], ["merge", "11", "10"]),
    ] {
      _ = try sandbox.run(tool: "sh", "-c", "cp \(base) kept.db; chmod 600 kept.db")
      #expect(try sandbox.run(arguments: ["--db", base] + before).status == 0)
      let attempts = try self.attempts(list: arguments)
      #expect(attempts.contains { $0.claimsNothing }, "\(arguments): \(attempts)")
      #expect(!attempts.contains { $0.isChanged }, "\(arguments): \(attempts)")
      _ = try sandbox.run(tool: "sh", "-c", "mv kept.db \(base)")
    }
  }

  @Test("a sync whose later saves fail does not say that nothing was changed")
  func sync() throws {
    try makeBase()
    #expect(try sandbox.run("--db", base, "account", "use", "f").status == 0)
    #expect(try sandbox.run("--db", base, "import", "base.csv").status == 0)
    let attempts = try self.attempts("sync")
    #expect(attempts.contains { $0.isChanged && !$0.claimsNothing }, "\(attempts)")
  }

  @Test("an import that fails in a later batch gives its counts, what is in, and its failed rows")
  func laterBatch() throws {
    try makeBase()
    sandbox.write("big.csv", Self.rows(6000..<12_000))
    let attempts = try self.attempts("import", "big.csv", "--rejects", "r.csv")
    #expect(attempts.contains { $0.claimsNothing && $0.result.status == 1 }, "\(attempts)")
    let partly = try #require(attempts.first { $0.isChanged }, "\(attempts)")
    #expect(partly.result.status == 3)
    #expect(partly.result.output.contains("rows: "), "\(partly)")
    #expect(partly.result.errors.contains("the rows up to big.csv:"), "\(partly)")
    #expect(partly.result.errors.contains("those after it are not"), "\(partly)")
    #expect(partly.result.errors.contains("import the same files again"), "\(partly)")
  }

  @Test("its JSON has the counts and the error, and the same import again brings in the rest")
  func laterBatchInJSON() throws {
    try makeBase()
    sandbox.write(
      "big.csv", Self.rows(6000..<12_000).replacing("\nBook 6001", with: "\n,,\nBook 6001"))
    var blocks = 80
    while true {
      _ = try sandbox.run(
        tool: "sh", "-c", "rm -f a.db a.db-* a.db.lock r.csv; cp \(base) a.db; chmod 600 a.db")
      let result = try sandbox.run(
        tool: "sh", "-c",
        "ulimit -f \(blocks); exec \(Sandbox.program) --db a.db import big.csv --json "
          + "--rejects r.csv")
      try #require(result.status != 0, "no batch failed alone")
      guard result.status == 3 else {
        blocks = blocks * 5 / 4
        continue
      }
      let json = try result.json
      let added = try #require(integer(json["added"]))
      #expect(added > 0 && added < 6000)
      #expect(json["stopped"]?["interrupted"] == .bool(false))
      #expect(json["stopped"]?["last"]?["file"] == "big.csv")
      let inLibrary = try sandbox.run("--db", "a.db", "list", "Book", "--ids").lines.count
      #expect(inLibrary == 1497 + added)
      #expect(sandbox.read(sandbox.path("r.csv")) == "title,isbn,notes\n,,\n")
      let again = try sandbox.run("--db", "a.db", "import", "big.csv", "--json").json
      #expect(integer(again["unchanged"]) == added)
      #expect(integer(again["added"]) == 6000 - added)
      return
    }
  }

  private func integer(_ value: JSONValue?) -> Int? {
    if case .integer(let number)? = value { Int(number) } else { nil }
  }

  @Test("an import that loses the lock between two batches says what is in, and is status 3")
  func lostLock() throws {
    #expect(try sandbox.run("--db", "a.db", "add", "--title", "One").status == 0)
    let path = sandbox.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let run = try sandbox.start(
      Sandbox.program, ["--db", "a.db", "--wait", "0", "import", "pipe", "--json"])
    let pipe = open(path, O_WRONLY)
    func write(_ text: String) {
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Glibc.write(pipe, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
      }
    }
    write(Self.rows(0..<2001))
    // Another program waits for the first batch, then takes the lock and keeps it.
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    #expect(
      sqlite3_open_v2(sandbox.path("a.db"), &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    while rows(handle) != 2001 { sched_yield() }
    sqlite3_busy_timeout(handle, 60_000)
    #expect(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
    write(String(Self.rows(2001..<4000).drop { $0 != "\n" }.dropFirst()))
    close(pipe)
    let result = run.wait()
    #expect(result.status == 3, "\(result)")
    let json = try result.json
    #expect(json["added"] == 2000)
    #expect(json["stopped"]?["last"]?["line"] == 2001)
    #expect(result.errors.contains("locked") && !result.errors.contains("nothing was"), "\(result)")
  }

  /// How many books there are; nil when that cannot be asked yet.
  private func rows(_ handle: OpaquePointer?) -> Int32? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard handle != nil,
      sqlite3_prepare_v2(handle, "SELECT count(*) FROM books", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { return nil }
    return sqlite3_column_int(statement, 0)
  }

  @Test(
    "a commit that could not be synced may be found later, so the error says that it may be there",
    .enabled(if: Tool.canTrace, "strace cannot be used here"))
  func unsynced() throws {
    #expect(try sandbox.run("--db", base, "add", "--title", "One").status == 0)
    var wasThere = false
    for number in 1...8 {
      func run(_ more: [String]) throws -> (result: Sandbox.Result, books: Int) {
        _ = try sandbox.run(tool: "sh", "-c", "rm -f a.db*; cp \(base) a.db; chmod 600 a.db")
        let result = try sandbox.start(
          "strace",
          [
            "-f", "-qq", "-o", "trace", "-e", "trace=fdatasync,unlink", "-e",
            "inject=fdatasync:error=EIO:when=\(number)",
          ] + more + [Sandbox.program, "--db", "a.db", "add", "--title", "Two"]
        ).wait()
        return (result, try sandbox.run("--db", "a.db", "list", "--ids").lines.count)
      }
      let error = try run([])
      guard error.result.status == 1 else { continue }
      // The same, and the program is killed before it has taken its log away.
      guard try run(["-e", "inject=unlink:signal=KILL"]).books == 2 else { continue }
      wasThere = true
      #expect(!error.result.errors.contains("nothing was changed"), "\(error)")
      #expect(error.result.errors.contains("it may have been saved"), "\(error)")
    }
    #expect(wasThere)
  }
}
