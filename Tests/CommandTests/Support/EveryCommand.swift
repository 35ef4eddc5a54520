@testable import libraryctl

/// Every command that the program declares, with arguments with which it does its work.
///
/// What must hold for all commands is tried with these, so a command that is new needs a line here.
enum EveryCommand {
  /// Arguments by command, to be run in this order in a library as `prepare` makes it.
  private static let arguments: [(name: String, arguments: [String])] = [
    ("add", ["--title", "Added"]),
    ("import", ["list.txt"]),
    ("list", []),
    ("search", ["added"]),
    ("show", ["1"]),
    ("edit", ["1", "--set", "notes=A note"]),
    ("history", []),
    ("undo", []),
    ("remove", ["2", "--yes"]),
    ("trash list", []),
    ("restore", ["2"]),
    ("dedupe", []),
    ("merge", ["1", "2"]),
    ("stats", []),
    ("export", ["--format", "csv"]),
    ("export", ["--format", "csv", "-o", "books.csv"]),
    ("trash empty", ["--yes"]),
    ("account add", ["third", "--source", "open-library"]),
    ("account list", []),
    ("account show", ["s"]),
    ("account set", ["s", "--contact", "other@example.org"]),
    ("account use", ["s"]),
    ("account rename", ["third", "fourth"]),
    ("account remove", ["fourth", "--yes"]),
    ("status", []),
    ("failures", []),
    ("db path", []),
    ("db check", []),
    ("db check", ["--fix"]),
    ("db schema", []),
    ("db optimize", []),
    ("db backup", ["copy.db"]),
    ("db restore", ["copy.db", "--yes"]),
    ("config path", []),
    ("config list", ["--origin"]),
    ("config set", ["wait", "5"]),
    ("config get", ["wait"]),
    ("completion", ["bash"]),
    ("help", ["sync"]),
  ]

  /// The words of a command and its arguments.
  struct Line: Sendable, CustomStringConvertible {
    let words: [String]
    var description: String { words.joined(separator: " ") }
  }

  /// Commands that answer nobody but a person on a terminal; their own tests try what holds for all.
  static let onTerminal = ["browse"]

  /// All commands but `sync` and those for a terminal.
  static var offline: [Line] {
    arguments.map { Line(words: $0.name.split(separator: " ").map(String.init) + $0.arguments) }
  }

  /// Commands that are declared and have no line here.
  static var missing: Set<String> {
    let runnable = Program.root.family.filter { $0.command.body != nil }
    return Set(runnable.map { $0.path.joined(separator: " ") })
      .subtracting(arguments.map(\.name) + ["sync"] + onTerminal)
  }

  /// Makes a library with three books whose account asks a server, and the files that are named.
  static func prepare(
    _ sandbox: Sandbox, endpoint: String, source: String = "open-library"
  ) throws {
    _ = try sandbox.run(
      "account", "add", "s", "--source", source, "--endpoint", endpoint, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("account", "use", "s")
    _ = try sandbox.run(arguments: ["add"] + isbns)
    sandbox.write("list.txt", "9780765326355\n")
  }

  static let isbns = ["9780306406157", "9780261102217", "9783161484100"]
}
