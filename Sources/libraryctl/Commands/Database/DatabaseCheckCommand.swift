import Catalogue
import Storage

/// `db check`
enum DatabaseCheckCommand {
  private static let deep = Flag("deep", "read every page and every index of the file, too")

  static let command = Command(
    "check", "looks for everything that can be wrong with the library",
    about: "Prints a line for each finding, with what to do about it. Status 1 when there is one.",
    examples: [
      Command.Example("libraryctl db check", "quick"),
      Command.Example("libraryctl db check --deep --json", "everything, for a program"),
    ],
    options: [deep]
  ) { invocation, console in
    guard let library = try Library.reading(invocation, console) else {
      if console.isJSON { try write(nil, console) }
      return .done
    }
    let check = try library.readAll {
      try DatabaseCheck($0, deep: invocation.has(deep))
    }
    if console.isJSON {
      try write(check, console)
    } else {
      for finding in check.findings {
        try console.output.write(TerminalText.singleLine(finding.description) + "\n")
      }
      for note in check.notes { console.note(note) }
      if check.findings.isEmpty { console.note("\(check.books) books, nothing is wrong") }
    }
    return check.findings.isEmpty ? .done : .failed
  }

  private static func write(_ check: DatabaseCheck?, _ console: Console) throws {
    let findings = (check?.findings ?? []).map { finding in
      OutputValue.object([
        ("kind", .text(finding.kind.rawValue)),
        ("book", .integer(finding.book.map { Int($0.rawValue) })),
        ("message", .text(finding.message)), ("remedy", .text(finding.remedy)),
      ])
    }
    try console.write(
      json: .object([
        ("books", .integer(check?.books ?? 0)), ("findings", .list(findings)),
        ("notes", .texts(check?.notes ?? [])),
      ]))
  }
}
