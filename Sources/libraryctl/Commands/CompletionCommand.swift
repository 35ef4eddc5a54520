/// `completion bash|zsh|fish`
enum CompletionCommand {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  static let command: Command = Command(
    "completion", "prints the script that completes commands in a shell",
    about: "`make install` puts the scripts where the shells look for them.",
    examples: [
      Command.Example("source <(libraryctl completion bash)", "in this shell, or in ~/.bashrc"),
      Command.Example(
        "libraryctl completion zsh > ~/.zfunc/_libraryctl", "a folder of the variable fpath"),
      Command.Example(
        "libraryctl completion fish | source", "in this shell, or in config.fish"),
    ],
    operands: [Operand("SHELL", .shell, .one)]
  ) { invocation, console in
    let name = invocation.operands[0]
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue)
      throw invocation.usage(
        "there is no completion for \"\(name)\"",
        hint: Suggestion.sentence(for: name, among: names)
          ?? "the shells are \(names.joined(separator: ", "))")
    }
    let script =
      switch shell {
      case .bash: BashCompletion(Program.root).text
      case .zsh: ZshCompletion(Program.root).text
      case .fish: FishCompletion(Program.root).text
      }
    try console.output.write(script)
    return .done
  }
}
