/// What a command prints with `--json` and `--jsonl`, by the schemas in docs/json.
struct Answer: Sendable {
  /// The schemas, each by its file: docs/json/book.json.
  enum Schema: String, CaseIterable, Sendable {
    case book, number, change, undo, duplicates, merge, stats, status, failure, candidate, account
    case path, sql, setting, export
    case bookFields = "book-fields"
    case bookOverview = "book-overview"
    case importReport = "import-report"
    case trashEmptied = "trash-emptied"
    case accountRemoved = "account-removed"
    case syncSummary = "sync-summary"
    case syncEvent = "sync-event"
    case databaseCheck = "db-check"
    case databaseRestored = "db-restored"
    case databaseOptimized = "db-optimized"

    /// Where it stands in the project.
    var file: String { "docs/json/\(rawValue).json" }
  }

  /// Whether it is an array with `--json`, and a line for each of its elements with `--jsonl`.
  let isList: Bool
  /// What the value, or each element of the array, is.
  let schema: Schema
  /// What each line is with `--jsonl`.
  let line: Schema
  /// The option that makes the command answer so; nil: it does without any of them.
  let option: (any OptionDeclaration)?

  /// One value, on one line in either form.
  /// - Parameters:
  ///   - lines: what the lines of `--jsonl` are, where they are events.
  ///   - option: the option with which the command answers so.
  static func one(
    _ schema: Schema, lines: Schema? = nil, with option: (any OptionDeclaration)? = nil
  ) -> Answer {
    Answer(isList: false, schema: schema, line: lines ?? schema, option: option)
  }

  /// An array of values.
  static func list(_ schema: Schema, with option: (any OptionDeclaration)? = nil) -> Answer {
    Answer(isList: true, schema: schema, line: schema, option: option)
  }

  /// How it reads in the help.
  fileprivate var text: String {
    let value = (isList ? "an array of " : "") + schema.file
    let lines = line == schema ? "" : " (--jsonl: \(line.file))"
    return (option.map { "with --\($0.name) " } ?? "") + value + lines
  }
}

extension Command {
  /// What its JSON is, for the help; nil for a command that has none.
  var answerText: String? {
    answers.isEmpty ? nil : answers.map(\.text).joined(separator: "; ")
  }
}

extension Invocation {
  /// What this command line answers with `--json`; nil for a command that has no JSON.
  var answer: Answer? {
    command.answers.last { answer in answer.option.map { has($0) } ?? true }
  }
}
