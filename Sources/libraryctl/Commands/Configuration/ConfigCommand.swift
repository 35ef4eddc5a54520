/// `config …`: the settings of all runs.
enum ConfigCommand {
  static let command = Command(
    "config", "shows and changes the settings of all runs",
    about: """
      An option of the command line goes before a variable, a variable before the file, the file \
      before the default. The file has lines like `timeout = 30s`; # begins a comment line.
      """,
    examples: [
      Command.Example("libraryctl config list --origin", "what holds, and where it was set"),
      Command.Example("libraryctl config set timeout 30s", "writes it into the file"),
    ],
    subcommands: [
      ConfigPathCommand.command, ConfigListCommand.command, ConfigGetCommand.command,
      ConfigSetCommand.command,
    ])

  /// A setting as JSON; what is not given is null.
  static func record(
    _ setting: Setting, _ given: (text: String, origin: Setting.Origin)?
  ) -> Record {
    [
      ("name", .text(setting.rawValue)), ("value", .text(given?.text)),
      ("origin", .text((given?.origin ?? .standard).description)),
    ]
  }

  static func setting(_ invocation: Invocation) throws -> Setting {
    do throws(InvalidValue) {
      return try Setting.named(invocation.operands[0])
    } catch {
      throw invocation.usage("\"\(invocation.operands[0])\" \(error.reason)", hint: error.hint)
    }
  }
}
