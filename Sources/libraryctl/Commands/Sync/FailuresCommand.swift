import Catalogue
import Storage

/// `failures`
enum FailuresCommand {
  private static let ids = Flag("ids", "only the numbers")
  private static let notFound = Flag(
    "not-found", "also the books that the source does not have, and when they are asked for again")

  static let command = Command(
    "failures", "shows what could not be fetched, why, and the next try",
    examples: [
      Command.Example("libraryctl failures", "in the order in which they are tried again"),
      Command.Example("libraryctl sync --retry-failed", "tries them at once"),
      Command.Example(
        "libraryctl failures --not-found --ids | libraryctl sync --ids -",
        "and asks for those again that the source did not have"),
    ],
    options: [ids, notFound],
    answers: [.list(.failure), .list(.number, with: ids)]
  ) { invocation, console in
    let onlyNumbers = invocation.has(ids)
    var listing = Listing(
      console,
      columns: [
        Listing.Column("number", isNumeric: true), Listing.Column("isbn"),
        Listing.Column("title", isFlexible: true), Listing.Column("reason", isFlexible: true),
        Listing.Column("retry_at", title: "NEXT TRY"),
      ])
    if let library = try Library.reading(invocation, console) {
      try library.read { connection, account in
        for isNotFound in invocation.has(notFound) ? [false, true] : [false] {
          try SyncFailure.forEach(in: account.id, notFound: isNotFound, on: connection) { failure in
            if onlyNumbers, console.isJSON {
              try listing.append(json: .integer(failure.number.rawValue))
            } else if onlyNumbers {
              try BookAnswer.writeNumbers([failure.number], console)
            } else {
              try listing.append(record(failure))
            }
          }
        }
      }
    }
    try listing.finish()
    if listing.isEmpty, console.isTable, !onlyNumbers { console.note("nothing failed") }
    return .done
  }

  private static func record(_ failure: SyncFailure) -> Record {
    [
      ("number", .integer(failure.number.rawValue)), ("isbn", .text(failure.isbn?.description)),
      ("title", .text(failure.title)),
      ("reason", .text(failure.isNotFound ? "not-found" : failure.detail)),
      ("retry_at", .text(failure.retryAt?.description)),
    ]
  }
}
