/// `db …`: the library's file.
enum DatabaseCommand {
  static let command = Command(
    "db", "finds, checks, copies and describes the library's file",
    examples: [
      Command.Example("libraryctl db check", "looks for everything that can be wrong"),
      Command.Example(
        "sqlite3 \"$(libraryctl db path)\" \"SELECT title FROM catalogue\"", "the same in SQL"),
    ],
    subcommands: [
      DatabasePathCommand.command, DatabaseCheckCommand.command, DatabaseBackupCommand.command,
      DatabaseRestoreCommand.command, DatabaseSchemaCommand.command,
      DatabaseOptimizeCommand.command,
    ])
}
