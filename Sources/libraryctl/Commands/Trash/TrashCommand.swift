/// `trash …`: the removed books.
enum TrashCommand {
  static let command = Command(
    "trash", "shows or ends the removed books",
    examples: [
      Command.Example("libraryctl trash list", "what `restore` can bring back"),
      Command.Example("libraryctl trash empty --yes", "ends all of it for good"),
    ],
    subcommands: [TrashListCommand.command, TrashEmptyCommand.command])
}
