/// `help [COMMAND…]`: the parser answers it as it answers `COMMAND --help`; only `--man` runs it.
enum HelpCommand {
  static let man = Option("man", "DIRECTORY", "write the pages of the manual into a directory")

  static let command: Command = Command(
    "help", "shows the help of a command",
    examples: [
      Command.Example("libraryctl help import", "the same as libraryctl import --help"),
      Command.Example("libraryctl help --man /tmp/man1", "the manual, a page a command"),
    ],
    operands: [Operand("COMMAND", .command, .any)], options: [man]
  ) { invocation, console in
    let directory = invocation.value(of: man) ?? "."
    for (path, command) in Program.root.family {
      let page = ManualPage(path: path, command: command)
      let file = try OutputFile(
        "\(directory)/\(page.name)", of: invocation, over: .replaced, mode: 0o644)
      try file.write(Array(page.text.utf8))
      try file.finish()
    }
    return .done
  }
}
