import Catalogue
import Storage

/// `search QUERY…`
enum SearchCommand {
  private static let limit = Option<Int>("limit", letter: "l", "N", least: 0, "at most N books")

  static let command = Command(
    "search", "finds books by their words, the best match first",
    about: """
      Every word must be in the book: in the title, the names, the subjects, tags, publisher or \
      notes; the last one may be only begun. Of a common word the newest books are ranked. \
      \(QueryHelp.text)
      """,
    examples: [
      Command.Example("libraryctl search le guin", "books with both words"),
      Command.Example("libraryctl search strasse", "also finds Straße"),
      Command.Example("libraryctl search 978-0-261-10221-7", "by ISBN"),
    ],
    operands: [Operand("QUERY", .query, .oneOrMore)],
    options: [limit],
    answers: [.list(.book)]
  ) { invocation, console in
    var listing = Listing(console, columns: BookField.listed.map(\.listingColumn))
    if let library = try Library.reading(invocation, console) {
      try library.read { connection, account in
        let numbers = try BookSearch.find(
          BookQuery(invocation.operands), in: account.id,
          limit: invocation.value(of: limit), on: connection)
        try listing.append(numbers, BookField.listed, in: account.id, on: connection)
      }
    }
    try listing.finish()
    if listing.isEmpty, console.isTable { console.note("no books") }
    return .done
  }
}
