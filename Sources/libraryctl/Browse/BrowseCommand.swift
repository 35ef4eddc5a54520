import Catalogue
import Composable
import LibraryFeature
import Storage
import Sync

/// `browse [QUERY…]`
enum BrowseCommand {
  private static let sort = Option<BookSort>(
    "sort", letter: "s", "KEY", choices: BookSort.Key.allCases.map(\.rawValue),
    "number, title, author, year or added; -KEY is the other way round"
  ) { text throws(InvalidValue) in
    guard let sort = BookSort(text) else {
      let keys = BookSort.Key.allCases.map(\.rawValue)
      throw InvalidValue(
        reason: "is no key to sort by",
        hint: Suggestion.sentence(for: text, among: keys)
          ?? "the keys are \(keys.joined(separator: ", "))")
    }
    return sort
  }

  static let command = Command(
    "browse", "shows the catalogue on the whole terminal",
    about: """
      Search while you type (/), open a book to see who said each field (Enter), edit (e), remove \
      (d), undo (u), start a sync (y) and go on meanwhile, use another account (a). `?` lists the \
      keys. What other programs change appears by itself. It needs a terminal. \(QueryHelp.text)
      """,
    examples: [
      Command.Example("libraryctl browse", "all books"),
      Command.Example("libraryctl browse tolkien --sort -year", "those that a query finds"),
    ],
    operands: [Operand("QUERY", .query, .any)],
    options: [sort]
  ) { invocation, console in
    guard TerminalSession.isPossible else {
      throw invocation.usage(
        "this needs a terminal on standard input and standard output",
        hint: "`libraryctl list` and `libraryctl search` answer in a pipe")
    }
    let search = invocation.operands.joined(separator: " ")
    let order = invocation.value(of: sort) ?? BookSort(.number)
    let store: BrowseRun.BrowseStore
    if let library = try BrowseLibrary.open(invocation, console) {
      store = try library.store(sort: order, search: search)
      defer { library.close() }
      try BrowseRun(store: store, usesColor: console.usesColor).run()
      try library.waitUntilSaved(store)
    } else {
      store = BrowseLibrary.absentStore
      try BrowseRun(store: store, usesColor: console.usesColor).run()
    }
    return .done
  }
}
