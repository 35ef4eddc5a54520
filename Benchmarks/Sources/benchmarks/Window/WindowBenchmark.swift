import Catalogue
import Composable
import Formats
import Glibc
import LibraryFeature
import Storage

/// Changes books of a window that a database saves, without the write: the writer is kept waiting
/// meanwhile, so that what is measured is what a turn of the store costs.
enum WindowBenchmark {
  private static let count = 100_000
  private static let changes = 5_000
  private static let now = Instant(rawValue: 1_780_000_000_000)

  static func run() async throws {
    print("window")
    let directory = try TemporaryDirectory()
    defer { directory.remove(with: ["library.db"]) }
    let database = try Database.open(
      at: directory.path + "/library.db", access: .writing(create: true))
    let (books, account) = try books(in: database)
    let domain = SharedDomain()
    let key = BooksKey<BookFeature.State>(database: database, now: { now })
    let window = Shared(key, domain: domain)
    for book in books { window.absorb(BookFeature.State(book: book, account: account)) }
    let store = Store(initialState: Window.State(books: window)) {
      Window()
    } withDependencies: {
      $0.sharedDomain = domain
      $0.instant = { now }
    }
    let ids = books.filter { $0.number.rawValue <= changes }.map(\.id)
    var best = Times()
    for round in 0..<3 {
      best.keep(
        try await times(of: ids, round: round, window: window, store: store, in: database))
    }
    best.report(count: count)
    database.close()
  }

  private struct Times {
    var firstByReference = Duration.seconds(1000)
    var againByReference = Duration.seconds(1000)
    var firstByAction = Duration.seconds(1000)
    var againByAction = Duration.seconds(1000)

    mutating func keep(_ other: Times) {
      firstByReference = min(firstByReference, other.firstByReference)
      againByReference = min(againByReference, other.againByReference)
      firstByAction = min(firstByAction, other.firstByAction)
      againByAction = min(againByAction, other.againByAction)
    }

    func report(count: Int) {
      let size = MemoryLayout<BookFeature.State>.stride
      let books = "a book (\(size) bytes) of a window of \(count)"
      Measure.report(
        "the first change of \(books), by the reference", firstByReference / changes,
        aim: .microseconds(2))
      Measure.report(
        "a further change of \(books), by the reference", againByReference / changes,
        aim: .microseconds(1))
      Measure.report(
        "the first change of \(books), by an action", firstByAction / changes,
        aim: .microseconds(2))
      Measure.report(
        "a further change of \(books), by an action", againByAction / changes,
        aim: .microseconds(1))
    }
  }

  private static func times(
    of ids: [BookID], round: Int,
    window: Shared<IdentifiedCollection<BookFeature.State>>,
    store: Store<Window.State, Window.Action>, in database: Database
  ) async throws -> Times {
    var times = Times()
    func change(_ rating: Int) {
      for id in ids { window.wrappedValue[id: id]?.book.typed.rating = Double(rating) }
    }
    func send(_ rating: Int) {
      var typed = BookDetails()
      typed.rating = Double(rating)
      for id in ids { store.send(.books(.element(id: id, action: .edit(typed)))) }
    }
    let mark = window.mark()
    try await whileWriterWaits(in: database) {
      times.firstByReference = Measure.quietest(of: 1) { change(1 + round % 2) }
      times.againByReference = Measure.quietest(of: 1) { change(3) }
    }
    _ = try await window.saved(since: mark)
    try await whileWriterWaits(in: database) {
      times.firstByAction = Measure.quietest(of: 1) { send(1 + round % 2) }
      times.againByAction = Measure.quietest(of: 1) { send(4) }
    }
    let outcome = try await window.saved(since: mark)
    if !outcome.isSaved { print("window: \(outcome.refused.count) changes were refused") }
    return times
  }

  /// Runs `body` while another piece of work has the database.
  private static func whileWriterWaits(
    in database: Database, _ body: () -> Void
  ) async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let end = Latch()
    async let holding: Void = database.write { _ in
      beginning.finish()
      end.wait()
    }
    for await _ in begun {}
    body()
    end.open()
    try await holding
  }

  /// Makes the books of the window; those that will be changed are in the database.
  private static func books(in database: Database) throws -> (books: [Book], account: Account) {
    let sample = GoodreadsSample(rows: count)
    var isRead = false
    var reader = try ImportReader {
      if isRead { return nil }
      isRead = true
      return sample.bytes
    }
    var imported: [ImportedBook] = []
    while let row = try reader.next() { if case .book(let book) = row { imported.append(book) } }
    var generator = SystemRandomNumberGenerator()
    func makeID() -> BookID { BookID(milliseconds: 1_780_000_000_000, using: &generator) }
    let (stored, account) = try database.withWriter { connection in
      let account = try connection.read { try Accounts.current(on: connection) }
      let settings = ImportSettings(account: account.id, now: now)
      let writer = try ImportWriter(connection, settings: settings, makeID: makeID)
      _ = try writer.write(Array(imported.prefix(changes)))
      let numbers = (1...Int64(changes)).map(BookNumber.init(rawValue:))
      let books = try connection.read {
        try BookRows.read(numbers: numbers, in: account.id, on: connection)
      }
      return (books, account)
    }
    let others = imported.dropFirst(changes).enumerated().map { position, book in
      Book(
        number: BookNumber(rawValue: Int64(changes + position + 1)), id: makeID(),
        account: account.id, isbn: book.isbn,
        incarnation: Incarnation(value: generator.next()), originKey: book.originKey,
        imported: book.details)
    }
    return ((stored + others).shuffled(), account)
  }
}
