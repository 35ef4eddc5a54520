import Catalogue
import Storage

/// `show BOOK…`
enum ShowCommand {
  static let command = Command(
    "show", "shows everything about books, and for each field who said it",
    about: """
      A field is typed (by you), fetched (from the title source) or imported (from a file); what \
      is typed comes first, then what is fetched. In a pipe each line has the book's number, the \
      field, who said it and its value.
      """,
    examples: [
      Command.Example("libraryctl show 12", "the book with this number"),
      Command.Example("libraryctl show 9780261102217 --json", "by its ISBN, for a program"),
    ],
    operands: [Operand("BOOK", .book, .oneOrMore)],
    answers: [.list(.bookOverview)]
  ) { invocation, console in
    guard let library = try Library.reading(invocation, console) else {
      throw CommandError(
        .failed, "there is no book \(invocation.operands[0])", in: invocation.name,
        hint: "the library is empty: see libraryctl add --help")
    }
    try library.read { connection, account in
      let numbers = try BookAnswer.numbers(invocation.operands, in: account, on: connection)
      let books = try BookOverview.read(numbers, in: account.id, on: connection)
      if console.isJSON {
        var listing = Listing(console, columns: [])
        for book in books { try listing.append(json: .json(book.json)) }
        try listing.finish()
      } else {
        try writeFields(Array(zip(numbers, books)), console)
      }
    }
    return .done
  }

  private static func writeFields(
    _ books: [(BookNumber, BookOverview)], _ console: Console
  ) throws {
    for (index, (number, book)) in books.enumerated() {
      if index > 0, !console.isPipe { try console.output.write("\n") }
      var listing = Listing(
        console,
        columns: [
          Listing.Column("field"), Listing.Column("said", title: "SAID BY"),
          Listing.Column("value"),
        ])
      for field in book.fields where field.value != .null {
        let cells = [
          field.column.name, field.origin?.rawValue ?? "", OutputValue(field.value).plainText,
        ]
        try listing.append(cells: console.isPipe ? ["\(number)"] + cells : cells)
      }
      try listing.finish()
    }
  }
}
