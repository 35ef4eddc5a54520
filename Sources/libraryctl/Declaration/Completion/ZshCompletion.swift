/// The completion of zsh, made from the commands' declarations.
struct ZshCompletion {
  let text: String

  init(_ root: Command) {
    var text = """
      #compdef libraryctl
      # zsh completion of libraryctl; see `libraryctl completion --help`
      _libraryctl_accounts() {
        compadd -- ${(f)"$(libraryctl account list --jsonl 2>/dev/null | \\
          sed -n 's/^{"name":"\\([^"\\\\ ]*\\)".*/\\1/p')"}
      }

      """
    for (path, command) in root.family.reversed() {
      text += Self.function(path, command)
    }
    text += "_libraryctl \"$@\"\n"
    self.text = text
  }

  /// The function that completes what follows a command.
  private static func function(_ path: [String], _ command: Command) -> String {
    var specs = (command.options + GlobalOptions.all).flatMap { Self.specs(of: $0) }
    let name = (["_libraryctl"] + path).joined(separator: "_").replacing("-", with: "_")
    guard !command.subcommands.isEmpty else {
      if let operand = Self.operand(command) { specs.append(operand) }
      return "\(name)() {\n  _arguments -s \(specs.joined(separator: " \\\n    "))\n}\n"
    }
    specs.append("'1:command:(\(command.subcommands.map(\.name).joined(separator: " ")))'")
    specs.append("'*::argument:->next'")
    let cases = command.subcommands.map { child in
      "    \(child.name)) \(name)_\(child.name.replacing("-", with: "_")) ;;\n"
    }
    return """
      \(name)() {
        local state line
        _arguments -s -C \(specs.joined(separator: " \\\n    "))
        [[ $state == next ]] || return
        case $line[1] in
      \(cases.joined())  esac
      }

      """
  }

  private static func specs(of option: any OptionDeclaration) -> [String] {
    let help = quoted(option.help)
    let value =
      option.placeholder.map { placeholder in
        switch option.completion {
        case .words(let words): ":\(quoted(placeholder)):(\(words.joined(separator: " ")))"
        case .file: ":\(quoted(placeholder)):_files"
        case .account: ":\(quoted(placeholder)):_libraryctl_accounts"
        case .nothing: ":\(quoted(placeholder)): "
        }
      } ?? ""
    let star = option.repeats ? "*" : ""
    var specs = ["'\(star)--\(option.name)\(value.isEmpty ? "" : "=")[\(help)]\(value)'"]
    if let letter = option.letter {
      specs.append("'\(star)-\(letter)\(value.isEmpty ? "" : "+")[\(help)]\(value)'")
    }
    return specs
  }

  private static func operand(_ command: Command) -> String? {
    switch command.operandCompletion {
    case .words(let words):
      "'\(command.operands.first?.count == .one ? "1" : "*"):word:(\(words.joined(separator: " ")))'"
    case .file: "'*:file:_files'"
    case .account: "'*:account:_libraryctl_accounts'"
    case .nothing: nil
    }
  }

  /// Text inside single quotes in a description, where brackets and colons mean something.
  private static func quoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\" + String(character)
      default: result.append(character)
      }
    }
    return result
  }
}
