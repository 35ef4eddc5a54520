/// `help [COMMAND…]`: the parser answers it as it answers `COMMAND --help`, so it never runs.
enum HelpCommand {
  static let command = Command(
    "help", "shows the help of a command",
    examples: [
      Command.Example("libraryctl help import", "the same as libraryctl import --help")
    ],
    operands: [Operand("COMMAND", .command, .any)]
  ) { _, _ in .done }
}
