import Catalogue
import Storage

/// `dedupe`
enum DedupeCommand {
  static let command = Command(
    "dedupe", "shows books that may be one and the same",
    about: """
      Books of one ISBN, and books with the same title, first author and year, but for case, \
      accents and articles; what is missing is never the same. Nothing is changed: `merge` makes \
      one of two, when you say so.
      """,
    examples: [
      Command.Example("libraryctl dedupe", "a line for each book, the groups numbered"),
      Command.Example("libraryctl merge 12 40", "takes book 40 into book 12"),
    ],
    answers: [.list(.duplicates)]
  ) { invocation, console in
    let columns: [BookField] = [.number, .isbn, .title, .authors, .year, .publisher]
    var listing = Listing(
      console,
      columns: [Listing.Column("group", isNumeric: true), Listing.Column("reason")]
        + columns.map(\.listingColumn))
    if let library = try Library.reading(invocation, console) {
      try library.read { connection, account in
        var index = 0
        try DuplicateGroup.forEach(in: account.id, on: connection) { group in
          index += 1
          if console.isJSON {
            try append(group, in: account, connection, to: &listing)
          } else {
            try BookRows.forEachRow(
              group.numbers, columns, in: account.id, on: connection
            ) { row in
              try listing.append(
                cells: ["\(index)", group.reason.rawValue]
                  + columns.indices.map { row.optionalText($0) ?? "" })
            }
          }
        }
      }
    }
    try listing.finish()
    if listing.isEmpty, console.isTable { console.note("no two books look like one") }
    return .done
  }

  private static func append(
    _ group: DuplicateGroup, in account: Account, _ connection: Connection,
    to listing: inout Listing
  ) throws {
    var books: [OutputValue] = []
    try BookRows.forEachJSON(group.numbers, in: account.id, on: connection) { json in
      books.append(.json(String(decoding: json, as: UTF8.self)))
    }
    try listing.append(
      json: .object([("reason", .text(group.reason.rawValue)), ("books", .list(books))]))
  }
}
