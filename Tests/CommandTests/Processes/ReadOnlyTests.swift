import Glibc
import Testing

@testable import libraryctl

@Suite struct ReadOnlyTests {
  private let sandbox = Sandbox()

  /// Whether a process can be run for which a file's mode counts.
  private static let canBeRefused = geteuid() != 0 || Tool.isThere("setpriv")

  /// Runs the program as somebody for whom a file's mode counts.
  private func run(_ words: [String]) throws -> Sandbox.Result {
    guard geteuid() == 0 else { return try sandbox.run(arguments: words) }
    return try sandbox.start(
      "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", Sandbox.program] + words
    ).wait()
  }

  private func set(mode: String, owner: String = "65534") throws {
    let change = geteuid() == 0 ? "chown -R \(owner):\(owner) . && " : ""
    // The folder stays open to this process, which writes what the program reads and prints.
    let result = try sandbox.run(
      tool: "sh", "-c", "\(change)find lib -type f -exec chmod \(mode) {} +")
    #expect(result.status == 0, "\(result)")
  }

  @Test(
    "every command that only reads works on a file and in a directory that nobody may write",
    .enabled(if: canBeRefused, "this is root, and setpriv is not there"))
  func reading() throws {
    let library = ["--db", "lib/books.db"]
    _ = try sandbox.run(arguments: library + ["add", "--title", "Kept", "--tag", "t"])
    _ = try sandbox.run(arguments: library + ["add"] + EveryCommand.isbns)
    _ = try sandbox.run(arguments: library + ["remove", "2"])
    let lines = EveryCommand.offline.map(\.words).filter { words in
      guard case .run(let invocation)? = try? Parser.request(words, root: Program.root) else {
        return false
      }
      return ["list", "search", "show", "history", "stats", "dedupe", "status", "failures"]
        .contains(invocation.path[0]) || words == ["db", "check"] || words == ["db", "schema"]
        || words == ["trash", "list"] || words == ["account", "list"] || words == ["db", "path"]
        || words == ["export", "--format", "csv"]
    }
    #expect(lines.count == 14)
    let before = try lines.map { try sandbox.run(arguments: library + $0).output }
    try set(mode: "0400")
    #expect(chmod(sandbox.path("lib"), 0o500) == 0)
    defer { chmod(sandbox.path("lib"), 0o700) }
    let names = try sandbox.run(tool: "ls", "lib").output
    for (words, output) in zip(lines, before) {
      let result = try run(library + words)
      #expect(result.output == output, "\(words): \(result)")
      #expect(result.status == 0, "\(words): \(result)")
    }
    for words in [["add", "--title", "A"], ["edit", "1", "--add-tag", "x"], ["undo"]] {
      let result = try run(library + words)
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains("cannot be written"), "\(result)")
    }
    #expect(try sandbox.run(tool: "ls", "lib").output == names)
  }

  @Test("a slip in --db makes no file, whatever the command, unless it brings in books")
  func slip() throws {
    #expect(EveryCommand.missing.isEmpty, "each command needs a line in EveryCommand")
    try EveryCommand.prepare(sandbox, endpoint: "http://127.0.0.1:9")
    sandbox.write("copy.db", "")
    // What makes a library: its books, or the accounts that it begins with.
    let makers = ["add", "import", "account add", "account set", "db restore"]
    for line in EveryCommand.offline + [EveryCommand.Line(words: ["sync"])] {
      guard case .run(let invocation) = try Parser.request(line.words, root: Program.root),
        !makers.contains(invocation.path.joined(separator: " "))
      else { continue }
      let result = try sandbox.run(arguments: line.words + ["--db", "slip/none.db"])
      #expect(!sandbox.exists("slip"), "\(line)")
      guard !["config", "completion", "help"].contains(invocation.path[0]),
        invocation.path != ["db", "path"]
      else { continue }
      #expect(result.status == 1, "\(line): \(result)")
      #expect(result.errors.contains("slip/none.db"), "\(line): \(result)")
    }
  }
}
