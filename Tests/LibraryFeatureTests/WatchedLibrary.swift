import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// A library on disk, with one book, in a test's store that follows what others change of it.
final class WatchedLibrary {
  typealias Look = @Sendable (BookNews.Position?) async throws -> BookNews
  typealias Load = @Sendable ([BookNumber], Account) async throws -> LoadedBooks
  typealias LibraryStore = TestStore<LibraryFeature.State, LibraryFeature.Action>

  let library: LibraryOnDisk
  let clock = TestClock()
  let store: LibraryStore
  let account: Account
  let number: BookNumber
  let id: BookID
  /// The first ticket that is issued for the book.
  let ticket: Ticket
  /// Another program's connection.
  let other: Connection

  /// Opens the book and begins to watch.
  /// - Parameters:
  ///   - source: answers requests for titles.
  ///   - look: stands around looking for news.
  ///   - load: stands around reading books.
  ///   - change: changes the rest of the client.
  init(
    source: TitleSource = Fixture.source { _ in .notFound },
    look: @escaping @Sendable (_ look: Look, BookNews.Position?) async throws -> BookNews = {
      try await $0($1)
    },
    load: @escaping @Sendable (_ load: Load, [BookNumber], Account) async throws -> LoadedBooks = {
      try await $0($1, $2)
    },
    client change: (inout LibraryClient) -> Void = { _ in }
  ) async throws {
    let library = try LibraryOnDisk()
    self.library = library
    number = try library.add([Fixture.isbns[0]])[0]
    other = try Connection(path: library.database.path, mode: .readWrite)
    try other.execute("PRAGMA busy_timeout = 5000")
    account = try library.database.readAndWait { try Accounts.current(on: $0) }
    let client = library.client
    let clock = clock
    store = TestStore(initialState: LibraryFeature.State(books: library.books)) {
      LibraryFeature()
    } withDependencies: {
      $0.sharedDomain = library.domain
      $0.library = client
      $0.library.look = { try await look(client.look, $0) }
      $0.library.load = { try await load(client.load, $0, $1) }
      change(&$0.library)
      $0.titleSource = { _ in source }
      $0.syncEvents = { _ in }
      $0.instant = { Fixture.now }
      $0.continuousClock = clock
    }
    let book = try #require(try library.book(number))
    id = book.id
    ticket = Fixture.ticket(1, for: book, epoch: account.epoch.rawValue)
    let child = BookFeature.State(book: book, account: account)
    store.send(.open([number]))
    await store.receive(.opened) { [account] in
      $0.account = account
      $0.books.append(child)
    }
    let last = try library.lastEntry()
    store.send(.watch())
    await store.receive(.changed) { $0.told = last }
    await store.receive(.opened)
  }

  /// Lets the store look for news.
  nonisolated(nonsending) func look() async { await clock.advance(by: .milliseconds(250)) }

  /// Ends watching, and the test.
  nonisolated(nonsending) func finish() async {
    store.send(.unwatch) { $0.told = nil }
    await store.finish()
  }

  var book: Book {
    get throws { try #require(try library.book(number)) }
  }

  /// Types a title here, and receives that it is on disk.
  nonisolated(nonsending) func edit(title: String) async {
    var typed = store.state.books[id: id]?.book.typed ?? BookDetails()
    typed.title = title
    store.send(.books(.element(id: id, action: .edit(typed)))) { [id] in
      $0.books[id: id]?.book.typed = typed
    }
  }

  nonisolated(nonsending) func receiveSaved() async {
    await store.receive(.saved)
    await store.receive(.books)
  }
}

extension LibraryOnDisk {
  func book(_ number: BookNumber) throws -> Book? {
    try database.readAndWait {
      try BookRows.read(numbers: [number], in: AccountID(rawValue: 1), on: $0).first
    }
  }

  func lastEntry() throws -> LogEntry { try database.readAndWait { try LogEntry.last(on: $0) } }
}

extension CasePath
where
  Root == LibraryFeature.Action,
  Value == (LoadedBooks, Account, since: SaveMark<BookFeature.State>)
{
  static var opened: Self {
    Self(embed: { .opened($0.0, $0.1, since: $0.2) }) {
      if case .opened(let loaded, let account, let mark) = $0 {
        (loaded, account, mark)
      } else {
        nil
      }
    }
  }
}

extension CasePath
where Root == LibraryFeature.Action, Value == (BookNews, since: SaveMark<BookFeature.State>) {
  static var changed: Self {
    Self(embed: { .storage(.changed($0.0, since: $0.1)) }) {
      if case .storage(.changed(let news, let mark)) = $0 { (news, mark) } else { nil }
    }
  }
}

extension CasePath where Root == LibraryFeature.Action, Value == LibraryFeature.Outcome {
  static var saved: Self {
    Self(embed: { .storage(.saved($0)) }) {
      if case .storage(.saved(let outcome)) = $0 { outcome } else { nil }
    }
  }
}

extension CasePath where Root == LibraryFeature.Action, Value == StorageFailure {
  static var failed: Self {
    Self(embed: { .storage(.failed($0)) }) {
      if case .storage(.failed(let failure)) = $0 { failure } else { nil }
    }
  }
}

extension CasePath where Root == LibraryFeature.Action, Value == [BookNumber] {
  static var open: Self {
    Self(embed: Root.open) { if case .open(let numbers) = $0 { numbers } else { nil } }
  }
}

extension CasePath where Root == LibraryFeature.Action, Value == LibraryFeature.SyncAction {
  static var sync: Self {
    Self(embed: Root.sync) { if case .sync(let action) = $0 { action } else { nil } }
  }
}
