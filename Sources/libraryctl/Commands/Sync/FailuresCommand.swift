import Catalogue
import Storage

/// `failures`
enum FailuresCommand {
  private static let ids = Flag("ids", "only the numbers")

  static let command = Command(
    "failures", "shows what could not be fetched, why, and the next try",
    examples: [
      Command.Example("libraryctl failures", "in the order in which they are tried again"),
      Command.Example("libraryctl sync --retry-failed", "tries them at once"),
    ],
    options: [ids]
  ) { invocation, console in
    let onlyNumbers = invocation.has(ids)
    var listing = Listing(
      console,
      columns: onlyNumbers
        ? [Listing.Column("number", isNumeric: true)]
        : [
          Listing.Column("number", isNumeric: true), Listing.Column("isbn"),
          Listing.Column("title", isFlexible: true), Listing.Column("reason", isFlexible: true),
          Listing.Column("retry_at", title: "NEXT TRY"),
        ])
    if let library = try Library.reading(invocation, console) {
      try library.read { connection, account in
        try SyncFailure.forEach(in: account.id, on: connection) { failure in
          if onlyNumbers, console.isJSON {
            try listing.append(json: .integer(failure.number.rawValue))
          } else if onlyNumbers {
            try listing.append(cells: ["\(failure.number)"])
          } else {
            try listing.append(record(failure))
          }
        }
      }
    }
    try listing.finish()
    return .done
  }

  private static func record(_ failure: SyncFailure) -> Record {
    [
      ("number", .integer(failure.number.rawValue)), ("isbn", .text(failure.isbn?.description)),
      ("title", .text(failure.title)), ("reason", .text(failure.detail)),
      ("retry_at", .text(failure.retryAt?.description)),
    ]
  }
}
