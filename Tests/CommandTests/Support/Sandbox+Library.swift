import Catalogue
import LoopbackServer
import Testing

extension Sandbox {
  /// The default library.
  var library: String { path(".local/share/libraryctl/library.db") }

  /// Makes an account that asks a server of the test without a limit on its rate, and uses it.
  func useServer(
    _ server: LoopbackServer, account: String = "s", source: String = "open-library"
  ) throws {
    let made = try run(
      "account", "add", account, "--source", source, "--endpoint", server.url, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    #expect(made.status == 0, "\(made)")
    #expect(try run("account", "use", account).status == 0)
  }

  /// Runs SQL in the default library, as a hand does.
  @discardableResult
  func sql(_ text: String) throws -> String {
    // As the documentation says for long edits: the shell's own checkpoint is not safe beside others.
    let settings = ".timeout 60000\n.output /dev/null\nPRAGMA wal_autocheckpoint = 0;\n.output\n"
    let result = try run(tool: "sqlite3", "-batch", library, input: settings + text)
    #expect(result.status == 0 && result.errors.isEmpty, "\(text): \(result)")
    return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
  }

  /// Lets every lease run out.
  func expireLeases() throws {
    try sql(
      """
      UPDATE tickets SET issued_at = '2020-01-01T00:00:00.000Z',
        expires_at = '2020-01-01T00:02:00.000Z';
      """)
  }

  /// Everything that is in the default library.
  func dump() throws -> String { try sql(".dump") }

  /// Whether the library is sound, by SQLite's own check and by the program's.
  func checkLibrary(_ place: String = "") throws {
    #expect(try sql("PRAGMA integrity_check;") == "ok", "\(place)")
    #expect(try sql("PRAGMA foreign_key_check;").isEmpty, "\(place)")
    let check = try run("db", "check", "--deep")
    #expect(check.status == 0, "\(place): \(check)")
  }
}

/// The summary of a sync.
struct SyncSummary {
  let json: JSONValue

  init(_ result: Sandbox.Result) throws { json = try JSONValue(json: result.lines.last ?? "") }

  subscript(name: String) -> Int64 {
    if case .integer(let count)? = json[name] { count } else { -1 }
  }

  /// How many completions were refused for a reason.
  func refused(_ reason: String) -> Int64 {
    if case .integer(let count)? = json["refused"]?[reason] { count } else { -1 }
  }

  var refused: Int64 {
    ["removed", "account_switched", "superseded", "isbn_changed", "expired"]
      .map { refused($0) }.reduce(0, +)
  }

  /// Whether each claimed book is counted once.
  var addsUp: Bool {
    let parts = ["updated", "unchanged", "not_found", "failed", "given_back"]
    return self["claimed"] == parts.map { self[$0] }.reduce(refused, +)
  }
}
