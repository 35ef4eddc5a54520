/// A command, declared once: the parser, the help and all else that describes it read this.
struct Command: Sendable {
  /// A line to type and what it does.
  struct Example: Sendable {
    let line: String
    let meaning: String

    init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  typealias Body = @Sendable (Invocation, Console) throws -> ExitCode

  let name: String
  /// One line, without a full stop, that goes on from the name: `adds books at once, offline`.
  let summary: String
  /// Paragraphs for the command's own help.
  let about: String
  let examples: [Example]
  let operands: [Operand]
  let options: [any OptionDeclaration]
  let subcommands: [Command]
  /// What it prints with `--json`; of those that an option makes, the last one that fits holds.
  /// Empty for one that has no JSON, which then refuses the option.
  let answers: [Answer]
  /// What the command does; nil for one that only has subcommands.
  let body: Body?

  /// Declares a command that does something.
  init(
    _ name: String, _ summary: String, about: String = "", examples: [Example],
    operands: [Operand] = [], options: [any OptionDeclaration] = [], answers: [Answer] = [],
    body: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.about = about
    self.examples = examples
    self.operands = operands
    self.options = options
    self.answers = answers
    self.subcommands = []
    self.body = body
  }

  /// Declares a command that only gathers others.
  init(
    _ name: String, _ summary: String, about: String = "", examples: [Example],
    subcommands: [Command]
  ) {
    self.name = name
    self.summary = summary
    self.about = about
    self.examples = examples
    self.operands = []
    self.options = []
    self.answers = []
    self.subcommands = subcommands
    self.body = nil
  }
}
