import Catalogue
import Formats
import Glibc
import Storage

/// `export [QUERY…]`
enum ExportCommand {
  private static let format = Option<ExportFormat>(
    "format", letter: "f", "F", choices: ExportFormat.all.map(\.name),
    ExportFormat.all.map(\.name).joined(separator: ", ")
  ) { text throws(InvalidValue) in
    guard let format = ExportFormat.named(text) else {
      let names = ExportFormat.all.map(\.name)
      throw InvalidValue(
        reason: "is no format to write",
        hint: Suggestion.sentence(for: text, among: names)
          ?? "the formats are \(names.joined(separator: ", "))")
    }
    return format
  }
  private static let output = Option(
    "output", letter: "o", "FILE", "write to a file, which is put there when it is whole")
  private static let force = Flag("force", "replace the file when it is there")
  private static let dryRun = Flag(
    "dry-run", letter: "n", "with -o: say how many books would be written, write no file")
  private static let isSafe = Flag(
    "spreadsheet-safe", "csv: an apostrophe before cells that a spreadsheet would take for formulas"
  )

  static let command = Command(
    "export", "writes books in other formats, all or those of a query",
    about: """
      What is written can be imported again: a library takes it for the books that it has. The \
      formats:
      \(ExportFormat.all.map { "\($0.name): \($0.summary)" }.joined(separator: "\n"))

      \(QueryHelp.text)
      """,
    examples: [
      Command.Example("libraryctl export --format csv -o books.csv", "a table of all books"),
      Command.Example("libraryctl export shelf:read --format html -o read.html", "a page"),
      Command.Example("libraryctl export --format bibtex > books.bib", "for a paper"),
    ],
    operands: [Operand("QUERY", .query, .any)],
    options: [format, output, force, isSafe, dryRun],
    answers: [.one(.export, with: output)]
  ) { invocation, console in
    guard let format = invocation.value(of: format) else {
      throw invocation.usage(
        "export needs a format",
        hint: "add --format and one of \(ExportFormat.all.map(\.name).joined(separator: ", "))")
    }
    if invocation.has(isSafe), format.name != "csv" {
      throw invocation.usage("--spreadsheet-safe is for --format csv")
    }
    let path = invocation.value(of: output).flatMap { $0 == "-" ? nil : $0 }
    if path == nil {
      try checkStandardOutput(invocation, console)
    }
    Interruption.watch()
    var writer = ExportWriter(
      format: format, settings: ExportSettings(isSpreadsheetSafe: invocation.has(isSafe)))
    let query = invocation.operands.isEmpty ? nil : try BookQuery(invocation.operands)
    let isDry = invocation.has(dryRun)
    // A file that is in the way is found before the work is done.
    let file = try path.map {
      try OutputFile(
        $0, of: invocation,
        over: invocation.has(force)
          ? .replaced : .kept(hint: "add --force to replace it, or name another"))
    }
    let isTerminal = Terminal.isTerminal(STDOUT_FILENO)
    var count = 0
    func flush() throws {
      if let file {
        if !isDry { try file.write(writer.bytes) }
      } else if isTerminal {
        // A person looks at it: what a terminal would obey is shown.
        let text = String(decoding: writer.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        try console.output.write(TerminalText.lines(text))
      } else {
        try console.output.write { $0.append(contentsOf: writer.bytes) }
      }
      writer.removeAll()
    }
    writer.begin()
    if let library = try Library.reading(invocation, console) {
      try library.read { connection, account in
        var page = BookPage(account: account.id)
        page.query = query
        try page.forEachListed(on: connection) { book in
          writer.write(book)
          count += 1
          guard writer.bytes.count >= 1 << 15 else { return }
          try flush()
          if Interruption.isRequested {
            throw CommandError(
              .interrupted, path == nil ? "stopped" : "stopped, and no file was written")
          }
        }
      }
    }
    writer.end()
    try flush()
    // mutant trial-export: `if !isDry { try file?.finish() }` -> `try file?.finish()` (ExportCommandTests)
    if !isDry { try file?.finish() }
    if let path { try tell(count, format, path, isDry: isDry, console) }
    return .done
  }

  /// What goes to standard output has its own format, and is no answer that another one could have.
  private static func checkStandardOutput(
    _ invocation: Invocation, _ console: Console
  ) throws(CommandError) {
    if invocation.has(dryRun) {
      throw invocation.usage(
        "--dry-run is for a file that is written", hint: "name it with -o FILE")
    }
    if console.isJSON {
      throw invocation.usage(
        "--json tells of a file that is written",
        hint: "name it with -o FILE, or write --format json")
    }
  }

  private static func tell(
    _ count: Int, _ format: ExportFormat, _ path: String, isDry: Bool, _ console: Console
  ) throws {
    if console.isJSON {
      try console.write(
        json: .object([
          ("path", .text(path)), ("format", .text(format.name)), ("books", .integer(count)),
        ]))
    } else {
      console.note(
        "\(isDry ? "would write" : "wrote") \(count) book\(count == 1 ? "" : "s") to \(path)")
    }
  }
}
