/// How the value of an option is completed.
enum OptionCompletion {
  case words([String])
  case file
  case account
  /// Only the user knows it.
  case nothing
}

extension OptionDeclaration {
  var completion: OptionCompletion {
    if !choices.isEmpty { return .words(choices) }
    switch placeholder {
    case "FILE", "PATH": return .file
    case "NAME" where name == "account": return .account
    default: return .nothing
    }
  }
}

extension Command {
  /// The command and all below it, each with its names from the top.
  var family: [(path: [String], command: Command)] { family(below: []) }

  private func family(below path: [String]) -> [(path: [String], command: Command)] {
    [(path, self)] + subcommands.flatMap { $0.family(below: path + [$0.name]) }
  }
}
