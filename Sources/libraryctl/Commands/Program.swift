/// The program as the command that has all others.
enum Program {
  static let version = "0.1.0"

  static let root: Command = Command(
    "libraryctl", "a catalogue of books that works offline",
    about: """
      The catalogue is one SQLite database on this machine. Every command but `sync` works without \
      a network; `sync` asks the account's title source for what is missing, in batches. A BOOK is \
      a number, an id or an ISBN.
      """,
    examples: [
      Command.Example("libraryctl import books.csv", "takes over a Goodreads export"),
      Command.Example("libraryctl sync", "fetches titles for the books that have none yet"),
      Command.Example("libraryctl list", "shows the books"),
      Command.Example("libraryctl search le guin", "finds books by their words"),
    ],
    subcommands: [
      AddCommand.command, ImportCommand.command, ExportCommand.command, ListCommand.command,
      SearchCommand.command,
      ShowCommand.command, BrowseCommand.command,
      EditCommand.command, RemoveCommand.command, RestoreCommand.command, TrashCommand.command,
      UndoCommand.command, HistoryCommand.command, DedupeCommand.command, MergeCommand.command,
      StatsCommand.command, AccountCommand.command,
      SyncCommand.command, StatusCommand.command, FailuresCommand.command,
      DatabaseCommand.command,
      ConfigCommand.command, CompletionCommand.command, HelpCommand.command,
    ])
}
