/// How the value of an option, or an operand, is completed.
enum Completion {
  case words([String])
  case file
  case account
  /// Only the user knows it.
  case nothing
}

extension OptionDeclaration {
  var completion: Completion {
    if !choices.isEmpty { return .words(choices) }
    switch placeholder {
    case "FILE", "PATH": return .file
    case "NAME" where name == "account": return .account
    default: return .nothing
    }
  }
}

extension Command {
  /// How what stands behind the command and its options is completed.
  var operandCompletion: Completion {
    switch operands.first?.kind {
    case .file: .file
    case .account: .account
    case .setting: .words(Setting.allCases.map(\.rawValue))
    case .shell: .words(CompletionCommand.Shell.allCases.map(\.rawValue))
    case .command: .words(Program.root.subcommands.map(\.name))
    case .book, .isbn, .query, .field, .change, .word, nil: .nothing
    }
  }

  /// The command and all below it, each with its names from the top.
  var family: [(path: [String], command: Command)] { family(below: []) }

  private func family(below path: [String]) -> [(path: [String], command: Command)] {
    [(path, self)] + subcommands.flatMap { $0.family(below: path + [$0.name]) }
  }
}
