import Catalogue
import LoopbackServer
import Testing

import struct Determinism.SeededGenerator
import enum Determinism.TestSeed

/// Several processes of the program and of the sqlite3 shell at once on one library, wave after wave;
/// then what can be seen from outside must be as the model of tickets has it.
@Suite(.serialized, .enabled(if: Tool.isThere("sqlite3"), "sqlite3 is not installed"))
struct ManyProcessesTests {
  private let sandbox = Sandbox()
  private let bookCount = 40

  /// A process of a wave, and what it does.
  private struct Actor {
    enum Deed {
      case sync
      /// A title was typed for a book.
      case title(String, of: Int)
      /// The row may be another one afterwards, or its typed title gone.
      case unsettling(Int)
      case other
    }

    let deed: Deed
    let process: RunningProcess
  }

  /// The server says of which ISBN and of which account a title is.
  private func server(_ name: String) throws -> LoopbackServer {
    let editions = (0..<400).map {
      Edition(isbn: ISBN.sample($0).description, title: "\(name) \(ISBN.sample($0))")
    }
    return try LoopbackServer(editions: editions)
  }

  @Test("syncs, edits, removals, imports and the shell at once: no answer ever is in a wrong row")
  func waves() throws {
    let seed = TestSeed.pick(for: "processes at once")
    var random = SeededGenerator(seed: seed)
    let (home, away) = (try server("Home"), try server("Away"))
    try sandbox.useServer(away, account: "a")
    #expect(try sandbox.run(arguments: ["add"] + names(200..<210)).status == 0)
    try sandbox.useServer(home, account: "h")
    #expect(try sandbox.run(arguments: ["add"] + names(0..<bookCount)).status == 0)

    var titles: [Int: Set<String>] = [:]
    for wave in 0..<20 {
      let actors = try (0..<6).map { try actor($0, wave, &random) }
      var settled: [Int: Set<String>] = [:]
      for actor in actors {
        let result = actor.process.wait()
        let place = "seed \(seed), wave \(wave), \(actor.deed): \(result)"
        #expect([0, 1, 3].contains(result.status), "\(place)")
        switch actor.deed {
        case .sync: #expect(try SyncSummary(result).addsUp, "\(place)")
        case .title(let title, of: let book) where result.status == 0:
          settled[book, default: titles[book] == nil ? [""] : []].insert(title)
        case .unsettling(let book): settled[book] = ["", "unsettled"]
        case .title, .other: break
        }
      }
      titles.merge(settled) { _, last in last }
    }
    try check(titles, "seed \(seed)")
  }

  private func names(_ range: Range<Int>) -> [String] { range.map { ISBN.sample($0).description } }

  /// Starts one process.
  private func actor(
    _ index: Int, _ wave: Int, _ random: inout SeededGenerator
  ) throws -> Actor {
    let book = Int.random(in: 1...(bookCount + 10), using: &random)
    let isbn = ISBN.sample(Int.random(in: 0..<400, using: &random))
    let title = "Typed \(wave) \(index)"
    func program(_ deed: Actor.Deed, _ words: String...) throws -> Actor {
      Actor(deed: deed, process: try sandbox.start(Sandbox.program, words + ["--wait", "60"]))
    }
    func shell(_ deed: Actor.Deed, _ sql: String) throws -> Actor {
      let input = ".timeout 60000\nPRAGMA wal_autocheckpoint = 0;\n" + sql
      return Actor(
        deed: deed,
        process: try sandbox.start("sqlite3", ["-batch", sandbox.library], input: input))
    }
    if index < 2 {
      let account = Int.random(in: 0..<4, using: &random) == 0 ? "a" : "h"
      return try program(.sync, "sync", "--json", "--all", "-l", "15", "--account", account)
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      return try program(.title(title, of: book), "edit", "\(book)", "--set", "title=\(title)")
    case 2:
      return try shell(
        .title(title, of: book),
        "UPDATE books SET typed = json_set(typed, '$.title', '\(title)') WHERE number = \(book);")
    case 3: return try program(.other, "edit", "\(book)", "--set", "isbn=\(isbn)")
    case 4: return try shell(.other, "UPDATE books SET isbn = '\(isbn)' WHERE number = \(book);")
    case 5: return try program(.other, "remove", "\(book)", "--yes")
    case 6: return try program(.other, "restore", "\(book)")
    case 7: return try shell(.other, "DELETE FROM catalogue WHERE number = \(book);")
    case 8:
      return try shell(
        .unsettling(book),
        """
        REPLACE INTO books (number, account, isbn)
        SELECT number, account, '\(isbn)' FROM books WHERE number = \(book);
        """)
    case 9: return try program(.other, "add", "\(isbn)", "--account", "h")
    case 10:
      let name = "list-\(wave)-\(index).txt"
      sandbox.write(name, names(210..<230).joined(separator: "\n") + "\n")
      return try program(.other, "import", name, "--account", "a")
    default:
      return try program(.other, "account", "use", wave % 2 == 0 ? "a" : "h")
    }
  }

  private func check(_ titles: [Int: Set<String>], _ place: String) throws {
    try sandbox.checkLibrary(place)
    for account in ["a", "h"] {
      let last = try sandbox.run("sync", "--all", "--json", "--account", account)
      #expect(last.status == 0, "\(place): \(last)")
      let summary = try SyncSummary(last)
      #expect(summary.addsUp && summary["left"] == 0, "\(place): \(last)")
      let again = try SyncSummary(
        try sandbox.run("sync", "--retry-failed", "--json", "--account", account))
      #expect(again["claimed"] == 0, "\(place)")
    }
    // Every row has the answer to its own ISBN, from its own account's server, or none.
    let wrong = try sandbox.sql(
      """
      SELECT b.number, b.isbn, b.fetched, b.sync_state FROM books AS b
        JOIN accounts AS a ON a.id = b.account
      WHERE b.fetched->>'$.title' IS NOT
          iif(a.name = 'a', 'Away ', 'Home ') || b.isbn
        AND NOT (b.removed_at IS NOT NULL AND b.fetched = '{}');
      """)
    #expect(wrong == "", "\(place)")
    #expect(try sandbox.sql("SELECT count(*) FROM tickets;") == "0", "\(place)")
    for (book, possible) in titles.sorted(by: { $0.key < $1.key })
    where !possible.contains("unsettled") {
      let typed = try sandbox.sql("SELECT typed->>'$.title' FROM books WHERE number = \(book);")
      #expect(possible.contains(typed), "\(place): book \(book) has \(typed), of \(possible)")
    }
    try sandbox.checkLibrary(place)
  }
}
