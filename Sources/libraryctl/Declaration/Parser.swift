/// Reads a command line by the declarations of its commands, in the GNU way: long and short
/// options, bundles of letters, `--name=value`, `--` before operands that begin with a hyphen, and
/// options anywhere.
struct Parser {
  /// What a command line asks for.
  enum Request {
    case run(Invocation)
    case help(path: [String], command: Command)
    case version
  }

  private var path: [String] = []
  private var command: Command
  private var operands: [String] = []
  private var values: [String: [any Sendable]] = [:]
  private let arguments: [String]

  private init(root: Command, _ arguments: [String]) {
    command = root
    self.arguments = arguments
  }

  /// Reads a command line.
  /// - Parameters:
  ///   - arguments: without the name of the program.
  ///   - root: the program itself, as the command that has all others as subcommands.
  /// - Throws: `CommandError` with status 2.
  static func request(_ arguments: [String], root: Command) throws(CommandError) -> Request {
    var parser = Parser(root: root, arguments)
    try parser.read()
    if parser.values[GlobalOptions.help.name] != nil {
      return .help(path: parser.path, command: parser.command)
    }
    if parser.values[GlobalOptions.version.name] != nil { return .version }
    if parser.path == ["help"], parser.values[HelpCommand.man.name] == nil {
      return try help(for: parser.operands, root: root)
    }
    if parser.command.body == nil { return .help(path: parser.path, command: parser.command) }
    try parser.checkOperands()
    return .run(parser.invocation)
  }

  private var invocation: Invocation {
    Invocation(
      path: path, command: command, operands: operands, values: values,
      arguments: arguments)
  }

  private mutating func read() throws(CommandError) {
    var rest = arguments[...]
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
        try take(word: argument)
      } else if argument == "--" {
        optionsEnded = true
      } else if argument.hasPrefix("--") {
        try take(long: argument.dropFirst(2), &rest)
      } else {
        try take(letters: argument.dropFirst(), of: argument, &rest)
      }
    }
  }

  private mutating func take(word: String) throws(CommandError) {
    guard !command.subcommands.isEmpty else {
      operands.append(word)
      return
    }
    guard let next = command.subcommands.first(where: { $0.name == word }) else {
      throw Self.unknown(word, in: command, path: path)
    }
    path.append(word)
    command = next
  }

  private mutating func take(
    long argument: Substring, _ rest: inout ArraySlice<String>
  ) throws(CommandError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = options.first(where: { $0.name == name }) else {
      throw invocation.usage(
        "unknown option --\(name)",
        hint: Suggestion.sentence(for: name, among: options.map(\.name), prefix: "--"))
    }
    if option.placeholder == nil {
      guard parts.count == 1 else {
        throw invocation.usage("--\(name) takes no value")
      }
      try add(option, "", as: "--\(name)")
    } else if parts.count == 2 {
      try add(option, String(parts[1]), as: "--\(name)")
    } else {
      try add(option, try value(of: option, as: "--\(name)", &rest), as: "--\(name)")
    }
  }

  private mutating func take(
    letters: Substring, of argument: String, _ rest: inout ArraySlice<String>
  ) throws(CommandError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.letter == letter }) else {
        let word = String(argument.dropFirst())
        let takesText = command.operands.contains { $0.kind == .query }
        let hint =
          takesText
          ? "a word that begins with a hyphen goes after --"
          : Suggestion.sentence(for: word, among: options.map(\.name), prefix: "--")
        throw invocation.usage("unknown option -\(letter)", hint: hint)
      }
      if option.placeholder == nil {
        try add(option, "", as: "-\(letter)")
      } else if letters.isEmpty {
        try add(option, try value(of: option, as: "-\(letter)", &rest), as: "-\(letter)")
      } else {
        let given = letters.first == "=" ? letters.dropFirst() : letters
        try add(option, String(given), as: "-\(letter)")
        letters = ""
      }
    }
  }

  private var options: [any OptionDeclaration] { command.options + GlobalOptions.all }

  private func value(
    of option: any OptionDeclaration, as given: String, _ rest: inout ArraySlice<String>
  ) throws(CommandError) -> String {
    guard let value = rest.popFirst() else {
      throw invocation.usage(
        "\(given) needs a value", hint: "write \(given) \(option.placeholder ?? "VALUE")")
    }
    return value
  }

  private mutating func add(
    _ option: any OptionDeclaration, _ text: String, as given: String
  ) throws(CommandError) {
    do {
      values[option.name, default: []].append(try option.value(from: text))
    } catch {
      throw invocation.usage("\"\(text)\" for \(given) \(error.reason)", hint: error.hint)
    }
  }

  private func checkOperands() throws(CommandError) {
    let least = command.operands.filter { $0.count == .one || $0.count == .oneOrMore }
    if operands.count < least.count {
      throw invocation.usage(
        "\(least[operands.count].name) is missing",
        hint: "write \(Help.usage(path: path, command: command)), or see \(invocation.name) --help")
    }
    let unbounded = command.operands.contains { $0.count == .any || $0.count == .oneOrMore }
    if !unbounded, operands.count > command.operands.count {
      throw invocation.usage("unexpected \"\(operands[command.operands.count])\"")
    }
    try checkForm()
  }

  private func checkForm() throws(CommandError) {
    let forms = [GlobalOptions.json, GlobalOptions.jsonl].filter { values[$0.name] != nil }
    guard let form = forms.first else { return }
    if forms.count > 1 {
      throw invocation.usage("--json and --jsonl exclude each other", hint: "give one of them")
    }
    // mutant json-needs-schema: `if command.answers.isEmpty {` -> `if false {` (AnswerTests)
    if command.answers.isEmpty {
      throw invocation.usage(
        "--\(form.name) is for commands that answer with data", hint: "leave it out")
    }
  }

  /// `help account add` asks for the same as `account add --help`.
  private static func help(
    for names: [String], root: Command
  ) throws(CommandError) -> Request {
    var command = root
    var path: [String] = []
    for name in names {
      guard let next = command.subcommands.first(where: { $0.name == name }) else {
        throw unknown(name, in: command, path: path)
      }
      path.append(name)
      command = next
    }
    return .help(path: path, command: command)
  }

  private static func unknown(_ word: String, in command: Command, path: [String]) -> CommandError {
    let name = (["libraryctl"] + path).joined(separator: " ")
    let names = command.subcommands.map(\.name)
    return .usage(
      "unknown command \"\(word)\"", in: name,
      hint: Suggestion.sentence(for: word, among: names, prefix: name + " ")
        ?? (names.isEmpty
          ? "see \(name) --help" : "the commands are \(names.joined(separator: ", "))"))
  }
}
