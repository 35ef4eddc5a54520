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
  private static let map = Option<ColumnField>(
    "map", letter: "m", "COLUMN=FIELD", repeats: true,
    "the field that a column of a table holds, if its name does not say"
  ) { text throws(InvalidValue) in
    try ColumnField(text)
  }
  private static let rejects = Option(
    "rejects", "FILE", "write the rows that fail to a new file of the same format")
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
      The formats:
      \(ImportFormat.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))
      """,
    examples: [
      Command.Example("libraryctl import goodreads_library_export.csv", "a Goodreads export"),
      Command.Example(
        "libraryctl import isbns.txt more.csv --dry-run", "only says what it would do"),
      Command.Example(
        "libraryctl import list.csv --map Name=title --map Who=author", "any other table"),
      Command.Example(
        "libraryctl import list.csv --rejects failed.csv", "to mend what fails, and import that"),
      Command.Example("cat isbns.txt | libraryctl import -", "from standard input"),
    ],
    operands: [Operand("FILE", .file, .oneOrMore)],
    options: [format, map, onDuplicate, atomic, rejects, dryRun],
    answers: [.one(.importReport)]
  ) { invocation, console in
    Interruption.watch()
    let isDry = invocation.has(dryRun)
    let isAtomic = invocation.has(atomic)
    let columns = invocation.values(of: map)
    var chosen = invocation.value(of: format)
    if !columns.isEmpty {
      if let chosen, chosen.name != ImportFormat.table.name {
        throw invocation.usage(
          "--map names the columns of a table, and \(chosen.name) has its own",
          hint: "leave out --format, or --map")
      }
      chosen = .table(
        columns: Dictionary(columns.map { ($0.column, $0.field) }) { _, last in last })
    }
    var run = try ImportRun(
      invocation.operands, format: chosen, isAtomic: isAtomic,
      rejects: isDry ? nil : try rejectsFile(invocation), console)
    let library = try Library.writing(invocation, console, dryRun: isDry)
    let account = try library.read { _, account in account }
    let settings = ImportSettings(
      account: account.id, onDuplicate: invocation.value(of: onDuplicate) ?? .skip,
      name: "import \(invocation.operands.joined(separator: " "))", now: SystemClock.now)

    try library.database.withWriter { try $0.prepareForManyRows() }
    let ending: ImportRun.Ending
    if isDry || isAtomic {
      ending = try runWhole(&run, library, settings, isDry: isDry)
    } else {
      ending = try library.database.withWriter { connection in
        let writer = try ImportWriter(connection, settings: settings, makeID: BookIDs.next)
        return run.run { books in try writer.write(books) }
      }
    }
    return try finish(&run, ending, isDry: isDry, isAtomic: isAtomic, console)
  }

  /// All of it in one transaction, which is undone when it is only tried, a row fails or it stops.
  private static func runWhole(
    _ run: inout ImportRun, _ library: Library, _ settings: ImportSettings, isDry: Bool
  ) throws -> ImportRun.Ending {
    struct Undone: Error {}
    var ending = ImportRun.Ending.complete
    do {
      try library.database.writeAndWait { connection in
        let writer = try ImportWriter(connection, settings: settings, makeID: BookIDs.next)
        ending = run.run { books in try writer.store(books) }
        if case .stopped = ending { throw Undone() }
        if isDry || run.report.counts.failed > 0 { throw Undone() }
      }
    } catch is Undone {
    } catch {
      ending = .stopped(error)
    }
    return ending
  }

  /// Says what became of the rows, and why it stopped if it did.
  private static func finish(
    _ run: inout ImportRun, _ ending: ImportRun.Ending, isDry: Bool, isAtomic: Bool,
    _ console: Console
  ) throws -> ExitCode {
    var isUndone = isAtomic && run.report.counts.failed > 0
    if case .stopped(let error) = ending {
      isUndone = isAtomic
      let isKept = !isDry && !isAtomic
      run.report.stop =
        error is Interruption.Stopped
        ? interruption(after: isKept ? run.report.last : nil)
        : failure(error, run.report, isKept: isKept)
      if !isKept { run.report.last = nil }
    }
    if isUndone {
      run.report.undo(
        because: run.report.stop == nil
          ? "nothing was written: another row failed"
          : "nothing was written: the import was stopped")
    }
    // Rows that failed are worth keeping however the import ended.
    var unwritten: (any Error)?
    do { try run.finishRejects() } catch { unwritten = error }
    try run.report.write(isDry: isDry || isUndone)
    if let stop = run.report.stop {
      if let unwritten { console.report(CommandError(describing: unwritten)) }
      guard stop.isInterrupted else { throw stop.error }
      console.note(stop.error.what + (stop.error.hint.map { "; \($0)" } ?? ""))
      return .interrupted
    }
    if let unwritten {
      let error = CommandError(describing: unwritten)
      // The import itself is done; the rows that failed are told again by the next one.
      throw CommandError(
        isAtomic || isDry ? .failed : .partlyDone, error.what, in: error.place, hint: error.hint)
    }
    guard let first = run.report.firstFailure else { return .done }
    guard isAtomic else { return .partlyDone }
    let failed = run.report.counts.failed
    throw CommandError(
      .failed, "nothing was imported: \(failed) row\(failed == 1 ? "" : "s") failed",
      in: "\(first.file):\(first.line)",
      hint: "mend the file, or import without --atomic to have the other rows")
  }

  private static func rejectsFile(_ invocation: Invocation) throws(CommandError) -> OutputFile? {
    guard let path = invocation.value(of: rejects) else { return nil }
    return try OutputFile(
      path, of: invocation, over: .kept(hint: "name another file, or move this one away"),
      mode: 0o600)
  }

  private static let goOn =
    "import the same files again to go on; books that are imported already are counted as unchanged"

  /// - Parameter last: the last row that stays imported.
  private static func interruption(after last: (file: String, line: Int)?) -> ImportReport.Stop {
    let error =
      if let last {
        CommandError(.interrupted, "stopped after \(last.file):\(last.line)", hint: goOn)
      } else {
        CommandError(
          .interrupted, "stopped, and nothing was imported", hint: "import the same files again")
      }
    return ImportReport.Stop(isInterrupted: true, error: error)
  }

  /// An import is several transactions, so it says itself what is left of them.
  /// - Parameter isKept: whether the batches before the error stay imported.
  private static func failure(
    _ cause: any Error, _ report: ImportReport, isKept: Bool
  ) -> ImportReport.Stop {
    var cause = cause
    var isUncertain = false
    if var error = cause as? StorageError {
      isUncertain = error.effect == .uncertain
      error.effect = .unknown
      cause = error
    }
    let error = CommandError(describing: cause)
    let hasWritten = isKept && report.counts.added + report.counts.updated > 0
    var parts = error.hint.map { [$0] } ?? []
    switch (isKept ? report.last : nil, isUncertain) {
    case (let last?, false):
      parts.append("the rows up to \(last.file):\(last.line) are imported, those after it are not")
    case (let last?, true):
      parts.append(
        "the rows up to \(last.file):\(last.line) are imported, of those after it some may be")
    case (nil, false): parts.append("nothing was imported")
    case (nil, true): parts.append("whether rows were imported is not known")
    }
    if isKept, report.last != nil || isUncertain { parts.append(goOn) }
    return ImportReport.Stop(
      isInterrupted: false,
      error: CommandError(
        hasWritten ? .partlyDone : error.code, error.what, in: error.place,
        hint: parts.joined(separator: "; ")))
  }
}
