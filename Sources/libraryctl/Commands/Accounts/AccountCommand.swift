/// `account …`: where titles come from, and whose books are whose.
enum AccountCommand {
  static let command = Command(
    "account", "manages where titles come from and whose books are whose",
    about: """
      A new library has the account `home`, which asks Open Library. Each account has its own \
      books; one account is current, and --account NAME means another for one command.
      """,
    examples: [
      Command.Example("libraryctl account list", "the accounts, with the current one marked"),
      Command.Example(
        "libraryctl account add shelf --source file --endpoint titles.jsonl",
        "titles from a file on this machine"),
    ],
    subcommands: [
      AccountAddCommand.command, AccountListCommand.command, AccountShowCommand.command,
      AccountUseCommand.command, AccountSetCommand.command, AccountRenameCommand.command,
      AccountRemoveCommand.command,
    ])
}
