/// The options of every command, accepted before and after its name.
enum GlobalOptions {
  /// When output is coloured.
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  static let db = Option(
    "db", "PATH",
    "the database (else $LIBRARYCTL_DB, else libraryctl/library.db in the data directory)")
  static let account = Option("account", "NAME", "the account (else the current one)")
  static let json = Flag("json", "one JSON value on standard output")
  static let jsonl = Flag("jsonl", "JSON Lines: one object a line, as they come")
  static let quiet = Flag("quiet", letter: "q", "no notes and no progress, only errors")
  static let verbose = Flag("verbose", letter: "v", "say more on standard error")
  static let color = Option("color", oneOf: Color.self, "when to use colour (auto)")
  static let wait = Option<Double>(
    "wait", "SECONDS", "how long to wait for a database that is locked (5)"
  ) { text throws(InvalidValue) in
    guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 else {
      throw InvalidValue(reason: "is not a number of seconds")
    }
    return seconds
  }
  static let noInput = Flag("no-input", "never ask")
  static let yes = Flag("yes", letter: "y", "answer every question with yes")
  static let help = Flag("help", letter: "h", "show help and do nothing")
  static let version = Flag("version", "show the version and do nothing")

  static let all: [any OptionDeclaration] = [
    db, account, json, jsonl, quiet, verbose, color, wait, noInput, yes, help, version,
  ]
}
