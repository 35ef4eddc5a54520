import Catalogue
import Composable
import ComposableTesting
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// Books in memory that a test's store browses, with a clock that the test moves.
struct BrowseWorld {
  typealias BrowseStore = TestStore<BrowseFeature.State, BrowseFeature.Action>

  let clock = TestClock()
  let account = Fixture.account()
  let books: [Book]
  /// What was asked for, in order.
  let asked = Shared(value: [PageRequest](), domain: SharedDomain())

  /// - Parameter count: how many books there are, with the numbers from 1 on.
  init(count: Int) {
    books = (0..<count).map { index in
      var book = Fixture.book(Int64(index + 1))
      book.typed.title = "Title \(index + 1)"
      return book
    }
  }

  /// A part of all books, by number; a query finds nothing.
  func page(_ request: PageRequest) -> LoadedPage {
    let all = request.query == nil ? books : []
    let range: Range<Int>
    var position = 0
    switch request.place {
    case .start: range = 0..<min(request.limit, all.count)
    case .end:
      range = max(0, all.count - request.limit)..<all.count
      position = max(0, range.count - 1)
    case .after(let number):
      let start = min(Int(number.rawValue), all.count)
      range = start..<min(start + request.limit, all.count)
    case .before(let number):
      let end = Int(number.rawValue) - 1
      range = max(0, end - request.limit)..<end
    case .around(let number):
      let place = min(Int(number.rawValue) - 1, all.count)
      range = max(0, place - request.limit)..<min(place + request.limit + 1, all.count)
      position = place - range.lowerBound
    }
    return LoadedPage(
      books: LoadedBooks(
        numbers: all[range].map(\.number), books: Array(all[range]),
        asOf: LogEntry(rawValue: 7)),
      position: position, hasBefore: range.lowerBound > 0, hasAfter: range.upperBound < all.count)
  }

  func store(
    access: BrowseFeature.Access = .writing,
    page: (@Sendable (PageRequest) async throws -> LoadedPage)? = nil,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> BrowseStore {
    let world = self
    return TestStore(
      initialState: BrowseFeature.State(
        library: LibraryFeature.State(books: Shared(value: []), account: account), access: access)
    ) {
      BrowseFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.instant = { Fixture.now }
      $0.syncEvents = { _ in }
      $0.browse.page = { request in
        world.asked.withLock { $0.append(request) }
        return try await page?(request) ?? world.page(request)
      }
      $0.browse.count = { _ in world.books.count }
      $0.browse.read = { text, column, details throws(BrowseClient.Unreadable) in
        guard column != .pages || Int(text) != nil else {
          throw BrowseClient.Unreadable(reason: "is no number")
        }
        if column == .pages { details.pages = Int(text) } else { details.title = text }
      }
      prepare(&$0)
    }
  }

  /// The rows of a part of the books.
  func rows(_ range: Range<Int>) -> [BookListFeature.State.Row] {
    books[range].map { BookListFeature.State.Row(id: $0.id, number: $0.number) }
  }

  func children(_ range: Range<Int>) -> [BookFeature.State] {
    books[range].map { BookFeature.State(book: $0, account: account) }
  }

  /// Shows the list from its start.
  nonisolated(nonsending) func start(_ store: BrowseStore) async {
    let world = self
    let first = 0..<min(200, books.count)
    store.send(.list(.start)) { _ = $0.list.ask(for: .start) }
    await store.receive(.list) { state in
      guard let request = world.asked.wrappedValue.last else { return }
      state.list.take(world.page(request), for: request)
    }
    #expect(store.state.list.rows == rows(first))
    await store.receive(.library) { state in
      for child in world.children(first) { state.library.books.append(child) }
    }
    await store.receive(.list) { $0.list.total = world.books.count }
  }
}
