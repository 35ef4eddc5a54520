import Catalogue
import Storage

/// `trash list`
enum TrashListCommand {
  private static let limit = Option<Int>("limit", letter: "l", "N", least: 0, "at most N books")

  static let command = Command(
    "list", "shows the removed books",
    examples: [
      Command.Example("libraryctl trash list", "all of them"),
      Command.Example("libraryctl restore 12", "brings one back"),
    ],
    options: [limit],
    answers: [.list(.book)]
  ) { invocation, console in
    let columns = BookField.listed
    var listing = Listing(console, columns: columns.map(\.listingColumn))
    if let library = try Library.reading(invocation, console) {
      try library.read { connection, account in
        let page = BookPage(
          account: account.id, limit: invocation.value(of: limit), inTrash: true)
        try listing.append(
          page, console.isJSON ? BookField.all : columns, on: connection)
      }
    }
    try listing.finish()
    if listing.isEmpty, console.isTable { console.note("the trash is empty") }
    return .done
  }
}
