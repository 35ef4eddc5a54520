import Catalogue
import Formats
import Storage

/// `import FILE…`
enum ImportCommand {
  private static let format = Option<ImportFormat>(
    "format", letter: "f", "F", choices: ImportFormat.all.map(\.name),
    "the files' format, if it is not to be told from their content"
  ) { text throws(InvalidValue) in
    guard let format = ImportFormat.named(text) else {
      let names = ImportFormat.all.map(\.name)
      throw InvalidValue(
        reason: "is no known format",
        hint: Suggestion.sentence(for: text, among: names)
          ?? "the formats are \(names.joined(separator: ", "))")
    }
    return format
  }
  private static let onDuplicate = Option(
    "on-duplicate", oneOf: DuplicatePolicy.self,
    "what to do with an ISBN that another book has (skip)")
  private static let atomic = Flag("atomic", "write all rows or, when one fails, none")
  private static let dryRun = Flag("dry-run", letter: "n", "show what would be, write nothing")

  static let command = Command(
    "import", "brings in the books of files",
    about: """
      A row that was imported before is unchanged or updated, so that the same file can come again. \
      What files say never hides what you typed or what was fetched. The counts add up to the rows. \
      The formats: \(ImportFormat.all.map { "\($0.name) (\($0.summary))" }.joined(separator: "; ")).
      """,
    examples: [
      Command.Example("libraryctl import goodreads_library_export.csv", "a Goodreads export"),
      Command.Example(
        "libraryctl import isbns.txt more.csv --dry-run", "only says what it would do"),
      Command.Example("cat isbns.txt | libraryctl import -", "from standard input"),
    ],
    operands: [Operand("FILE", .file, .oneOrMore)],
    options: [format, onDuplicate, atomic, dryRun]
  ) { invocation, console in
    Interruption.watch()
    let isDry = invocation.has(dryRun)
    let isAtomic = invocation.has(atomic)
    var run = try ImportRun(
      invocation.operands, format: invocation.value(of: format), isAtomic: isAtomic, console)
    let library = try Library.writing(invocation, console, dryRun: isDry)
    let account = try library.read { _, account in account }
    let settings = ImportSettings(
      account: account.id, onDuplicate: invocation.value(of: onDuplicate) ?? .skip,
      name: "import \(invocation.operands.joined(separator: " "))", now: SystemClock.now)

    if isDry || isAtomic {
      try runWhole(&run, library, settings, isDry: isDry)
    } else {
      try library.database.withWriter { connection in
        let writer = try ImportWriter(connection, settings: settings, makeID: BookIDs.next)
        try run.run { books in try writer.write(books) }
      }
    }
    let isStopped = Interruption.isRequested
    let isUndone = isAtomic && (run.report.counts.failed > 0 || isStopped)
    if isUndone {
      run.report.undo(
        because: isStopped
          ? "nothing was written: the import was stopped"
          : "nothing was written: another row failed")
    }
    try run.report.write(isDry: isDry || isUndone)
    if isStopped {
      console.note(
        isUndone
          ? "stopped, and nothing was written; import the same files again"
          : "stopped; import the same files again to go on")
      return .interrupted
    }
    guard let first = run.report.failures.first else { return .done }
    guard isAtomic else { return .partlyDone }
    let failed = run.report.counts.failed
    throw CommandError(
      .failed, "nothing was imported: \(failed) row\(failed == 1 ? "" : "s") failed",
      in: "\(first.file):\(first.line)",
      hint: "mend the file, or import without --atomic to have the other rows")
  }

  /// All of it in one transaction, which is undone when it is only tried or a row fails.
  private static func runWhole(
    _ run: inout ImportRun, _ library: Library, _ settings: ImportSettings, isDry: Bool
  ) throws {
    struct Undone: Error {}
    do {
      try library.database.writeAndWait { connection in
        let writer = try ImportWriter(connection, settings: settings, makeID: BookIDs.next)
        try run.run { books in try writer.store(books) }
        if isDry || run.report.counts.failed > 0 || Interruption.isRequested { throw Undone() }
      }
    } catch is Undone {}
  }
}
