import Glibc

/// Where a command's words go: data to standard output in the form asked for, all else to standard
/// error.
final class Console {
  /// The form of what a command answers.
  enum Form {
    /// A table fitted to a terminal with so many columns.
    case table(columns: Int)
    /// Lines of values with tabs between them, for other programs.
    case tabs
    case json
    case jsonl
  }

  let output = BufferedOutput(descriptor: STDOUT_FILENO)
  let form: Form
  let usesColor: Bool
  let json: JSONText
  let isQuiet: Bool
  let isVerbose: Bool
  private let answersYes: Bool
  private let mayAsk: Bool

  /// - Throws: `CommandError` of status 2 when a setting is wrong.
  init(_ invocation: Invocation) throws(CommandError) {
    let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
    if invocation.has(GlobalOptions.json) {
      form = .json
    } else if invocation.has(GlobalOptions.jsonl) {
      form = .jsonl
    } else {
      form = isTerminal ? .table(columns: Terminal.columns(of: STDOUT_FILENO)) : .tabs
    }
    json = JSONText(isForTerminal: isTerminal)
    usesColor = Terminal.usesColor(
      STDOUT_FILENO, option: try GlobalOptions.color.value(in: invocation, orOf: .color) ?? .auto)
    isQuiet = invocation.has(GlobalOptions.quiet)
    isVerbose = invocation.has(GlobalOptions.verbose)
    answersYes = invocation.has(GlobalOptions.yes)
    mayAsk = Terminal.isTerminal(STDIN_FILENO) && !invocation.has(GlobalOptions.noInput)
  }

  /// Whether a person reads the answer.
  var isTable: Bool {
    if case .table = form { true } else { false }
  }

  /// Whether the answer is lines with tabs.
  var isPipe: Bool {
    if case .tabs = form { true } else { false }
  }

  /// Whether the answer is JSON in one of its forms.
  var isJSON: Bool {
    switch form {
    case .json, .jsonl: true
    case .table, .tabs: false
    }
  }

  /// Writes one JSON value that is the whole answer.
  func write(json value: OutputValue) throws {
    try output.write { json.append(value, to: &$0) }
    try output.write("\n")
  }

  /// Says something beside the data, unless `--quiet`.
  func note(_ text: String) {
    if !isQuiet { output.aside(TerminalText.singleLine("libraryctl: \(text)")) }
  }

  /// Says that something is not as it should be and the command goes on.
  func warn(_ text: String) {
    output.aside(TerminalText.singleLine("libraryctl: warning: \(text)"), atOnce: true)
  }

  /// Writes an error that does not end the command.
  func report(_ error: CommandError) { output.aside(error.line, atOnce: true) }

  /// Asks before something is destroyed.
  /// - Parameter what: what would happen, with its number: `remove 12 books`.
  /// - Throws: status 2 where nobody can be asked and `--yes` is not given, status 1 on a no.
  func confirm(_ what: String, _ invocation: Invocation) throws {
    if answersYes { return }
    guard mayAsk else {
      throw invocation.usage(
        "this would \(what), and nobody can be asked here", hint: "add --yes to do it")
    }
    try output.flush()
    Self.standardErrorPart(TerminalText.singleLine("This would \(what). Go on? [y/N] "))
    let answer = readLine(strippingNewline: true)?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      throw CommandError(.failed, "not done: you did not say yes", in: invocation.name)
    }
  }

  /// Writes one line to standard error; that it cannot be written is nothing to act on.
  static func standardError(_ line: String) { standardErrorPart(line + "\n") }

  /// Writes to standard error without a newline.
  static func standardErrorPart(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if written == 0 || errno != EINTR {
        return
      }
    }
  }
}
