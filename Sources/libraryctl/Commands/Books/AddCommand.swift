import Catalogue
import Storage

/// `add [ISBN…] [--title T] …`
enum AddCommand {
  private static let allowInvalid = Flag(
    "allow-invalid", "keep a misprinted ISBN among the identifiers instead of refusing it")
  private static let dryRun = Flag("dry-run", letter: "n", "show what would be added, add nothing")

  static let command = Command(
    "add", "adds books at once, offline",
    about: """
      Prints the numbers of the new books. An ISBN alone is a stub that `sync` fills; a book \
      without an ISBN needs a title. An ISBN that is there already is added as another copy. \
      Either all are added or none.
      """,
    examples: [
      Command.Example("libraryctl add 9780261102217", "a stub, to be filled by `sync`"),
      Command.Example(
        "libraryctl add --title \"Garden notes\" --author \"A. Neighbour\" --tag garden",
        "a book without an ISBN"),
    ],
    operands: [Operand("ISBN", .isbn, .any)],
    options: FieldOptions.all + [allowInvalid, dryRun],
    answers: [.list(.book)]
  ) { invocation, console in
    let books = try newBooks(invocation)
    let library = try Library.writing(invocation, console, dryRun: invocation.has(dryRun))
    let copies = try library.write(dryRun: invocation.has(dryRun)) { connection, account in
      let numbers = try BookAdding.add(
        books, to: account.id, at: SystemClock.now, on: connection)
      let copies = try zip(numbers, books).compactMap { number, book in
        try copy(number, of: book.isbn, in: account, on: connection)
      }
      if console.isJSON {
        try BookAnswer.writeJSON(numbers, in: account, on: connection, console)
      } else {
        try BookAnswer.writeNumbers(numbers, console)
        if console.isTable, books.contains(where: { $0.isbn != nil }) {
          console.note("`libraryctl sync` fetches what is missing")
        }
      }
      return copies
    }
    for copy in copies { console.note(copy) }
    return .done
  }

  /// What to say of a book whose ISBN another one has; nil: none has.
  private static func copy(
    _ number: BookNumber, of isbn: ISBN?, in account: Account, on connection: Connection
  ) throws -> String? {
    guard let isbn, let first = try BookCopies.first(of: isbn, in: account.id, on: connection),
      first.number != number
    else { return nil }
    let title = first.title.map { " (\($0))" } ?? ""
    return "book \(number) is another copy: book \(first.number)\(title) has the ISBN \(isbn) too"
  }

  private static func newBooks(_ invocation: Invocation) throws -> [NewBook] {
    let details = try FieldOptions.details(invocation)
    if invocation.operands.isEmpty {
      guard details.title?.isEmpty == false else {
        throw invocation.usage("nothing to add", hint: "give an ISBN or --title")
      }
      return [NewBook(id: BookIDs.next(), isbn: nil, typed: details)]
    }
    if invocation.operands.count > 1, details.title != nil {
      throw invocation.usage(
        "one --title for \(invocation.operands.count) ISBNs", hint: "add them one by one")
    }
    return try invocation.operands.map { text in
      do throws(ISBNError) {
        return NewBook(id: BookIDs.next(), isbn: try ISBN(parsing: text), typed: details)
      } catch {
        guard invocation.has(allowInvalid) else {
          throw CommandError(
            .failed, "\"\(text)\" is no ISBN: \(error)", in: invocation.name,
            hint: text.contains(where: \.isNumber)
              ? "check the digits, or add --allow-invalid to keep it as it is"
              : "a title is given by --title \(ShellWord(text))")
        }
        var details = details
        details.identifiers = ["invalid_isbn": text]
        return NewBook(id: BookIDs.next(), isbn: nil, typed: details)
      }
    }
  }
}
