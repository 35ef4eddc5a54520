/// An error as the user sees it: one line that says what happened, where, and how to go on.
struct CommandError: Error, Equatable {
  let code: ExitCode
  /// What happened, without a full stop.
  let what: String
  /// The file and line, the database or the command; nil when `what` names it already.
  var place: String?
  /// What to do about it, without a full stop; a list of things to try is better than none.
  var hint: String?
  /// Lines below it that show the place in what was typed.
  var excerpt: [String] = []

  init(_ code: ExitCode, _ what: String, in place: String? = nil, hint: String? = nil) {
    self.code = code
    self.what = what
    self.place = place
    self.hint = hint
  }

  /// A mistake on the command line itself.
  static func usage(_ what: String, in place: String? = nil, hint: String? = nil) -> CommandError {
    CommandError(.usage, what, in: place, hint: hint)
  }

  /// What goes to standard error: the line, and the excerpt below it.
  var text: String { ([line] + excerpt).joined(separator: "\n") }

  /// The line for standard error, without control characters whatever the parts hold.
  var line: String {
    var text = "libraryctl: error: \(what)"
    if let place { text += " (\(place))" }
    if text.last != "." && text.last != "?" { text += "." }
    if let hint {
      text += " Hint: \(hint)"
      if text.last != "." && text.last != "?" { text += "." }
    }
    return TerminalText.singleLine(text)
  }
}
