/// The completion of bash, made from the commands' declarations.
struct BashCompletion {
  let text: String

  init(_ root: Command) {
    var paths: [String] = []
    var words = ""
    var values = ""
    for (path, command) in root.family {
      let name = path.joined(separator: " ")
      if !path.isEmpty {
        paths.append(path.dropLast().joined(separator: " ") + "/" + path[path.count - 1])
      }
      let options = command.options + GlobalOptions.all
      let names = options.flatMap { option in
        ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
      }
      let next =
        command.subcommands.isEmpty
        ? Self.operands(command)
        : "words='\(command.subcommands.map(\.name).joined(separator: " "))'"
      words += "    '\(name)')\n      options='\(names.joined(separator: " "))'\n      \(next) ;;\n"
      for option in command.options where option.placeholder != nil {
        values += Self.value(of: option, below: name)
      }
    }
    for option in GlobalOptions.all where option.placeholder != nil {
      values += Self.value(of: option, below: "*")
    }
    text = """
      # bash completion of libraryctl; see `libraryctl completion --help`
      _libraryctl() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command= words= options= index
        # bash takes --option=value apart
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for ((index = 1; index < COMP_CWORD; index++)); do
          case "$command/${COMP_WORDS[index]}" in
          \(paths.map { "'\($0)'" }.joined(separator: " | \\\n    ")))
            command="${command:+$command }${COMP_WORDS[index]}" ;;
          esac
        done
        COMPREPLY=()
        case "$command:$previous" in
      \(values)    *)
          case "$command" in
      \(words)    esac
          if [[ $current == -* ]]; then words=$options; fi
          COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
        esac
      }
      _libraryctl_accounts() {
        libraryctl account list --jsonl 2>/dev/null | sed -n 's/^{"name":"\\([^"\\\\ ]*\\)".*/\\1/p'
      }
      complete -F _libraryctl libraryctl

      """
  }

  /// The lines that complete the value of an option.
  private static func value(of option: any OptionDeclaration, below command: String) -> String {
    var patterns = ["'\(command)':'--\(option.name)'"]
    if let letter = option.letter { patterns.append("'\(command)':'-\(letter)'") }
    if command == "*" { patterns = patterns.map { $0.replacing("'*'", with: "*") } }
    let reply =
      switch option.completion {
      case .words(let words):
        "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
      case .file: "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$current\"))"
      case .account: "COMPREPLY=($(compgen -W \"$(_libraryctl_accounts)\" -- \"$current\"))"
      case .nothing: "COMPREPLY=()"
      }
    return "    \(patterns.joined(separator: " | ")))\n      \(reply) ;;\n"
  }

  /// What sets `words` for a command's operands.
  private static func operands(_ command: Command) -> String {
    switch command.operandCompletion {
    case .words(let words): "words='\(words.joined(separator: " "))'"
    case .file:
      "if [[ $current != -* ]]; then compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$current\")); return; fi"
    case .account: "words=$(_libraryctl_accounts)"
    case .nothing: "words="
    }
  }
}
