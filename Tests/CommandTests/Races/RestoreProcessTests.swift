import Catalogue
import Testing

/// Restores while other processes write: what was acknowledged is in a kept copy or in the library.
@Suite(.serialized, .enabled(if: Tool.isThere("sqlite3"), "sqlite3 is not installed"))
struct RestoreProcessTests {
  private let sandbox = Sandbox()

  /// Starts a process that adds books until the file `stop` is there, and writes down the title of
  /// each that was acknowledged. It ends with this process, too.
  private func startWriter(_ name: String, adding command: String) throws -> RunningProcess {
    try sandbox.start(
      "sh",
      [
        "-c",
        """
        i=0
        while [ ! -e stop ] && kill -0 $PPID; do
          i=$((i + 1)); title="\(name) $i"
          \(command) && echo "$title" >> 'ledger-\(name)'
        done
        """,
      ])
  }

  private func titles(_ path: String) throws -> Set<String> {
    let result = try sandbox.run(
      tool: "sqlite3", "-batch", path, input: "SELECT title FROM catalogue;\n")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    return Set(result.lines)
  }

  @Test("no acknowledged change is lost by restores that run beside it")
  func restores() throws {
    sandbox.write(
      "books.csv",
      "title,author\n" + (0..<2000).map { "Book \($0),Somebody\n" }.joined())
    #expect(try sandbox.run("import", "books.csv", "-q").status == 0)
    #expect(try sandbox.run("db", "backup", "copy.db").status == 0)
    let add = "'\(Sandbox.program)' add --title \"$title\" --wait 60 -q > /dev/null"
    let insert = """
      sqlite3 -batch -cmd '.timeout 60000' -cmd 'PRAGMA wal_autocheckpoint = 0' \
      '\(sandbox.library)' "INSERT INTO catalogue (title) VALUES ('$title')" > /dev/null
      """
    let writers = [
      try startWriter("first", adding: add), try startWriter("second", adding: add),
      try startWriter("shell", adding: insert),
    ]
    var kept: [String] = []
    for _ in 0..<8 {
      let restored = try sandbox.run(
        "db", "restore", "copy.db", "--yes", "--json", "--wait", "60")
      #expect(restored.status == 0, "\(restored)")
      if case .string(let path)? = try restored.json["kept"] { kept.append(path) }
    }
    sandbox.write("stop", "")
    for writer in writers { _ = writer.wait() }
    #expect(kept.count == 8)
    var found = try titles(sandbox.library)
    for path in kept { found.formUnion(try titles(path)) }
    var acknowledged = 0
    for name in ["first", "second", "shell"] {
      let ledger = sandbox.read(sandbox.path("ledger-\(name)")) ?? ""
      let lost = ledger.split(separator: "\n").filter { !found.contains(String($0)) }
      #expect(lost.isEmpty, "\(name): \(lost)")
      acknowledged += ledger.split(separator: "\n").count
    }
    #expect(acknowledged > 0)
    try sandbox.checkLibrary()
  }
}
