import Catalogue
import Composable
import LibraryFeature
import Storage
import Sync

/// `sync --candidates BOOK…`: what the source has for a title and its authors, to choose an ISBN
/// from. It changes nothing.
struct SyncCandidates {
  private let database: Database
  private let account: Account
  private let source: TitleSource
  private let console: Console

  init(_ database: Database, _ account: Account, _ source: TitleSource, _ console: Console) {
    self.database = database
    self.account = account
    self.source = source
    self.console = console
  }

  /// Asks for one book after the other, and shows what is found.
  /// - Returns: status 0 also when nothing was found, as for a search.
  func run(_ numbers: [BookNumber]) throws -> ExitCode {
    let news = try SyncNews()
    let store = try SyncSource.store(
      of: database, account, asking: source)
    Interruption.watch()
    Task {
      await store.send(.open(numbers)).finish()
      for id in store.withState({ $0.books.ids.map { $0 } }) {
        await store.send(.books(.element(id: id, action: .search))).finish()
      }
      news.end()
    }
    while !news.wait(milliseconds: 100).isOver {
      if Interruption.isRequested {
        throw CommandError(.interrupted, "stopped before the source had answered")
      }
    }
    return try show(store.withState { $0.books.map { $0 } }, in: numbers)
  }

  private func show(_ books: [BookFeature.State], in order: [BookNumber]) throws -> ExitCode {
    var listing = Listing(
      console,
      columns: [
        Listing.Column("number", isNumeric: true), Listing.Column("title", isFlexible: true),
        Listing.Column("authors", isFlexible: true), Listing.Column("year", isNumeric: true),
        Listing.Column("isbns", title: "ISBN"),
      ])
    let known = Dictionary(books.map { ($0.book.number, $0) }, uniquingKeysWith: { $1 })
    var codes: [ExitCode] = []
    for book in order.compactMap({ known[$0] }) {
      for candidate in book.candidates { try listing.append(record(candidate, for: book)) }
      if let code = tell(book) { codes.append(code) }
    }
    try listing.finish()
    try console.output.flush()
    guard let first = codes.first else { return .done }
    return codes.count == order.count && codes.allSatisfy { $0 == first } ? first : .partlyDone
  }

  /// Says why there is nothing for a book.
  /// - Returns: the status that it means; nil: it was asked for, and that is all.
  private func tell(_ book: BookFeature.State) -> ExitCode? {
    let number = book.book.number
    switch book.message {
    case .failed(let failure):
      console.report(
        CommandError(
          SyncFailures.code(failure), "nothing is known for book \(number): \(failure)",
          in: "account \(account.name)"))
      return SyncFailures.code(failure)
    case .notAsked(let reason):
      console.report(
        CommandError(
          .failed, "nothing can be asked for book \(number): \(reason)",
          in: "account \(account.name)",
          hint: "find its ISBN elsewhere, then libraryctl edit \(number) --set isbn=ISBN"))
      return .failed
    case .notFound:
      console.note("the source has nothing for book \(number)")
      return nil
    case .refused, .noISBN, .notSaved, nil:
      if !book.candidates.isEmpty {
        console.note(
          "libraryctl edit \(number) --set isbn=ISBN takes one of them; then sync fetches it")
      }
      return nil
    }
  }

  private func record(_ candidate: TitleCandidate, for book: BookFeature.State) -> Record {
    [
      ("number", .integer(book.book.number.rawValue)), ("title", .text(candidate.title)),
      ("authors", .texts(candidate.authors)),
      ("year", .integer(candidate.year)),
      ("isbns", .texts(candidate.isbns.map(\.description))),
      ("source_key", .text(candidate.sourceKey)),
    ]
  }
}
