import Storage

/// `db optimize`
enum DatabaseOptimizeCommand {
  private static let dryRun = Flag("dry-run", letter: "n", "try it, and change nothing")

  static let command = Command(
    "optimize", "mends and compacts the search index, and empties the log",
    about: """
      No book changes. It helps when searches have become slow. Other programs can write meanwhile; \
      only a damaged search index is emptied in one go before it is made anew.
      """,
    examples: [Command.Example("libraryctl db optimize", "in a second for thousands of books")],
    options: [dryRun],
    answers: [.one(.databaseOptimized)]
  ) { invocation, console in
    let isDry = invocation.has(dryRun)
    guard let library = try Library.changingIfThere(invocation, console) else {
      if console.isJSON { try write(0, false, console) }
      return .done
    }
    let books = try library.database.optimize(isTrial: isDry)
    let isEmpty = try isDry ? false : library.database.emptyLog()
    if console.isJSON {
      try write(books, isEmpty, console)
    } else {
      console.note(
        (isDry ? "would optimize" : "optimized")
          + " the search index of \(books) \(books == 1 ? "book" : "books")")
      if !isDry, !isEmpty {
        console.note("another program uses the log, so not all of it was moved into the database")
      }
    }
    return .done
  }

  private static func write(_ books: Int, _ isLogEmpty: Bool, _ console: Console) throws {
    try console.write(
      json: .object([("books", .integer(books)), ("log_emptied", .bool(isLogEmpty))]))
  }
}
