/// A command line that was understood: a command with its operands and the values of its options.
struct Invocation: Sendable {
  /// The command's names from the top: `["account", "add"]`.
  let path: [String]
  let command: Command
  let operands: [String]
  private let values: [String: [any Sendable]]
  private let arguments: [String]

  /// - Parameter arguments: all words after the name of the program, as they were typed.
  init(
    path: [String], command: Command, operands: [String], values: [String: [any Sendable]],
    arguments: [String]
  ) {
    self.path = path
    self.command = command
    self.operands = operands
    self.values = values
    self.arguments = arguments
  }

  /// The command as it is typed, for messages: `libraryctl account add`.
  var name: String { (["libraryctl"] + path).joined(separator: " ") }

  /// The whole command line, to be copied: `libraryctl sync --all`.
  var line: String {
    (["libraryctl"] + arguments.map { ShellWord($0).description }).joined(separator: " ")
  }

  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// The value of an option, the last one given; nil when it was not given.
  func value<Value>(of option: Option<Value>) -> Value? { values[option.name]?.last as? Value }

  /// Every value of an option, in the order given.
  func values<Value>(of option: Option<Value>) -> [Value] {
    (values[option.name] ?? []).compactMap { $0 as? Value }
  }

  /// Whether an option was given at all.
  func has(_ option: any OptionDeclaration) -> Bool { values[option.name] != nil }

  /// An error about this command line.
  func usage(_ what: String, hint: String? = nil) -> CommandError {
    .usage(what, in: name, hint: hint ?? "see \(name) --help")
  }
}
