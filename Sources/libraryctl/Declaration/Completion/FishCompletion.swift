/// The completion of fish, made from the commands' declarations.
struct FishCompletion {
  let text: String

  init(_ root: Command) {
    var text = """
      # fish completion of libraryctl; see `libraryctl completion --help`
      function __libraryctl_command
        set -l words (commandline -opc)
        set -l command
        for word in $words[2..]
          switch "$command/$word"
          case \(root.family.filter { !$0.path.isEmpty }.map {
              Self.quoted($0.path.dropLast().joined(separator: " ") + "/" + ($0.path.last ?? ""))
            }.joined(separator: " "))
            set command (string trim -- "$command $word")
          end
        end
        test "$command" = "$argv[1]"
      end
      function __libraryctl_accounts
        libraryctl account list --jsonl 2>/dev/null | string replace -rf '^{"name":"([^"\\\\\\\\ ]*)".*' '$1'
      end
      complete -c libraryctl -f

      """
    for (path, command) in root.family {
      let condition =
        "-n \(Self.quoted("__libraryctl_command \(Self.quoted(path.joined(separator: " ")))"))"
      for child in command.subcommands {
        text +=
          "complete -c libraryctl \(condition) -a \(child.name) -d \(Self.quoted(child.summary))\n"
      }
      if let words = Self.operands(command) {
        text += "complete -c libraryctl \(condition) \(words)\n"
      }
      for option in command.options { text += Self.line(option, condition) }
    }
    for option in GlobalOptions.all { text += Self.line(option, "") }
    self.text = text
  }

  private static func line(_ option: any OptionDeclaration, _ condition: String) -> String {
    var line = "complete -c libraryctl \(condition)\(condition.isEmpty ? "" : " ")-l \(option.name)"
    if let letter = option.letter { line += " -s \(letter)" }
    if option.placeholder != nil {
      switch option.completion {
      case .words(let words): line += " -x -a \(quoted(words.joined(separator: " ")))"
      case .file: line += " -r -F"
      case .account: line += " -x -a '(__libraryctl_accounts)'"
      case .nothing: line += " -x"
      }
    }
    return line + " -d \(quoted(option.help))\n"
  }

  private static func operands(_ command: Command) -> String? {
    switch command.operandCompletion {
    case .words(let words): "-a \(quoted(words.joined(separator: " ")))"
    case .file: "-F"
    case .account: "-a '(__libraryctl_accounts)'"
    case .nothing: nil
    }
  }

  /// A word in single quotes, in which fish knows two escapes.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
