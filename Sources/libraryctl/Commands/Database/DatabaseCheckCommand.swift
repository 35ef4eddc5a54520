import Catalogue
import Storage

/// `db check`
enum DatabaseCheckCommand {
  private static let deep = Flag("deep", "read every page and every index of the file, too")
  private static let fix = Flag(
    "fix", "first make right what the program keeps: keys, years, search index, form of text")
  private static let dryRun = Flag(
    "dry-run", letter: "n", "with --fix: show what would be made right, change nothing")

  static let command = Command(
    "check", "looks for everything that can be wrong with the library",
    about: """
      Prints a line for each finding, with what to do about it. Status 1 when there is one. --fix \
      takes nothing from a book; what only you can decide is still listed. Other programs can write \
      meanwhile.
      """,
    examples: [
      Command.Example("libraryctl db check", "quick"),
      Command.Example("libraryctl db check --deep --json", "everything, for a program"),
      Command.Example("libraryctl db check --fix", "mends, then lists what is left"),
    ],
    options: [deep, fix, dryRun],
    answers: [.one(.databaseCheck)]
  ) { invocation, console in
    let isDeep = invocation.has(deep)
    guard invocation.has(fix) else {
      if invocation.has(dryRun) {
        throw CommandError.usage("--dry-run is for --fix", hint: "without --fix nothing is written")
      }
      guard let library = try Library.reading(invocation, console) else {
        if console.isJSON { try write(nil, nil, [], console) }
        return .done
      }
      return try answer(
        nil, try library.readAll { try DatabaseCheck($0, deep: isDeep) }, false, console)
    }
    guard let library = try Library.changingIfThere(invocation, console) else {
      if console.isJSON { try write(nil, nil, [], console) }
      return .done
    }
    let isDry = invocation.has(dryRun)
    let mending = try library.database.mend(isTrial: isDry)
    let check = try library.readAll { try DatabaseCheck($0, deep: isDeep) }
    return try answer(mending, check, isDry, console)
  }

  private static func answer(
    _ mending: DatabaseMending?, _ check: DatabaseCheck, _ isDry: Bool, _ console: Console
  ) throws -> ExitCode {
    // A trial has changed nothing: what would be right then is listed no more.
    let findings = check.findings.filter { !isDry || !$0.isMendable }
    if console.isJSON {
      try write(mending, check, findings, console)
    } else {
      if let mending {
        let parts = [
          (mending.keys, "book with wrong keys", "books with wrong keys"),
          (mending.indexRows, "row of the search index", "rows of the search index"),
          (mending.texts, "book with text in another form", "books with text in another form"),
          (mending.counters, "counter", "counters"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        console.note(
          parts.isEmpty
            ? "nothing to make right"
            : (isDry ? "would make right " : "made right ") + parts.joined(separator: ", "))
      }
      for finding in findings {
        try console.output.write(TerminalText.singleLine(finding.description) + "\n")
      }
      for note in check.notes { console.note(note) }
      if findings.isEmpty {
        console.note("\(check.books) \(check.books == 1 ? "book" : "books"), nothing is wrong")
      }
    }
    return findings.isEmpty ? .done : .failed
  }

  private static func write(
    _ mending: DatabaseMending?, _ check: DatabaseCheck?, _ findings: [DatabaseFinding],
    _ console: Console
  ) throws {
    let findings = findings.map { finding in
      OutputValue.object([
        ("kind", .text(finding.kind.rawValue)),
        ("book", .integer(finding.book.map { Int($0.rawValue) })),
        ("message", .text(finding.message)), ("remedy", .text(finding.remedy)),
      ])
    }
    var members: Record = [
      ("books", .integer(check?.books ?? 0)), ("findings", .list(findings)),
      ("notes", .texts(check?.notes ?? [])),
    ]
    if let mending {
      members.append(
        (
          "fixed",
          .object([
            ("keys", .integer(mending.keys)), ("index", .integer(mending.indexRows)),
            ("texts", .integer(mending.texts)), ("counters", .integer(mending.counters)),
          ])
        ))
    }
    try console.write(json: .object(members))
  }
}
