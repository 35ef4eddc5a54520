import Catalogue
import Storage

/// `history`
enum HistoryCommand {
  private static let limit = Option<Int>(
    "limit", letter: "l", "N", least: 0, "at most N changes (20)")

  static let command = Command(
    "history", "shows what was done, the last change first",
    about: """
      What sqlite3 or a sync changed is not told: a sync is no change of yours. What is older than \
      90 days may be gone.
      """,
    examples: [
      Command.Example("libraryctl history", "the last twenty changes"),
      Command.Example("libraryctl undo 12", "takes back change 12"),
    ],
    options: [limit],
    answers: [.list(.change)]
  ) { invocation, console in
    var listing = Listing(
      console,
      columns: [
        Listing.Column("id", isNumeric: true), Listing.Column("at"),
        Listing.Column("books", isNumeric: true), Listing.Column("name", isFlexible: true),
        Listing.Column("state"),
      ])
    if let library = try Library.reading(invocation, console) {
      let changes = try library.read { connection, account in
        try PastChange.list(
          of: account.id, limit: invocation.value(of: limit) ?? 20, on: connection)
      }
      for change in changes { try listing.append(record(change, console)) }
    }
    try listing.finish()
    if listing.isEmpty, console.isTable { console.note("nothing was done yet") }
    return .done
  }

  private static func record(_ change: PastChange, _ console: Console) -> Record {
    var record: Record = [
      ("id", .integer(change.id)), ("at", .text(change.at)), ("name", .text(change.name)),
      ("books", .integer(change.books)),
    ]
    switch change.state {
    case .done:
      record += [("undone_by", .null), ("undoes", .null), ("state", .text(""))]
    case .undone(let other):
      record += [
        ("undone_by", .integer(other)), ("undoes", .null), ("state", .text("undone by \(other)")),
      ]
    case .undoing(let other):
      record += [
        ("undone_by", .null), ("undoes", .integer(other)), ("state", .text("undoes \(other)")),
      ]
    }
    return console.isJSON ? record.filter { $0.name != "state" } : record
  }
}
