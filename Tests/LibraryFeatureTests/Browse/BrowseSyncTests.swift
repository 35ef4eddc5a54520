import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// Browsing a library on disk while it is synced, and while others change it.
@Suite("Browsing while others write")
struct BrowseSyncTests {
  private let library: LibraryOnDisk
  private let account: Account
  private let clock = TestClock()

  init() throws {
    library = try LibraryOnDisk()
    account = try library.database.readAndWait { try Accounts.current(on: $0) }
  }

  private func store(_ source: TitleSource) -> BrowseWorld.BrowseStore {
    let library = library
    let store = TestStore(
      initialState: BrowseFeature.State(
        library: LibraryFeature.State(books: library.books, account: account))
    ) {
      BrowseFeature()
    } withDependencies: {
      $0.sharedDomain = library.domain
      $0.library = library.client
      $0.browse = .live(library.database, now: { Fixture.now }) { _, _, _ in }
      $0.titleSource = { _ in source }
      $0.syncEvents = { _ in }
      $0.instant = { Fixture.now }
      $0.continuousClock = clock
    }
    // The steps of a sync are proved elsewhere, one by one.
    store.exhaustivity = .off
    return store
  }

  private func titles(_ store: BrowseWorld.BrowseStore) -> [String?] {
    store.state.list.rows.map { store.state.library.books[id: $0.id]?.title ?? nil }
  }

  /// Lets happen what can happen by itself, until the state is as is said. Nobody can say when the
  /// database has answered all; so it is looked again and again, and not for ever.
  private func settle(
    _ store: BrowseWorld.BrowseStore, until isMet: (BrowseFeature.State) -> Bool
  ) async {
    // A loaded machine may take its time; one that takes so long has hung.
    let end = ContinuousClock.now + .seconds(300)
    while !isMet(store.state), ContinuousClock.now < end {
      await store.skipReceivedActions(strict: false)
      if isMet(store.state) { break }
      await clock.advance(by: .milliseconds(250))
      // The library answers one after the other: behind this, what was asked before has its answer.
      _ = try? await library.database.read { _ in }
    }
    await store.skipReceivedActions(strict: false)
    #expect(isMet(store.state))
  }

  /// Receives what comes until the state is as is said; a source that is held keeps effects from
  /// resting.
  private func receive(
    _ store: BrowseWorld.BrowseStore, until isMet: (BrowseFeature.State) -> Bool
  ) async {
    for _ in 0..<100 where !isMet(store.state) { await store.receive(where: { _ in true }) }
    #expect(isMet(store.state))
  }

  private func end(_ store: BrowseWorld.BrowseStore) async {
    store.send(.library(.unwatch))
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }

  @Test("rows fill while a sync runs, and one goes on meanwhile; the rows stay when it is over")
  func fills() async throws {
    _ = try library.add(Array(Fixture.isbns.prefix(2)))
    let gate = Gate()
    let source = Fixture.source { request in
      if request.isbn == Fixture.isbns[1] { await gate.wait() }
      return Fixture.found("Found \(request.isbn)", request.isbn)
    }
    let (library, account) = (library, account)
    let store = Store(
      initialState: BrowseFeature.State(
        library: LibraryFeature.State(books: library.books, account: account))
    ) {
      BrowseFeature()
    } withDependencies: {
      $0.sharedDomain = library.domain
      $0.library = library.client
      $0.browse = .live(library.database, now: { Fixture.now }) { _, _, _ in }
      $0.titleSource = { _ in source }
      $0.instant = { Fixture.now }
      $0.issueReporter = { message, _ in Issue.record("\(message)") }
    }
    func wait(until isMet: @escaping (BrowseFeature.State) -> Bool) async {
      for await state in store.states where isMet(state) { return }
    }
    func titles(_ state: BrowseFeature.State) -> [String?] {
      state.list.rows.map { state.library.books[id: $0.id]?.title ?? nil }
    }
    let start = store.send(.start)
    await wait { titles($0) == [nil, nil] }
    store.send(.order(.sync))
    await gate.arrival()
    await wait { titles($0) == ["Found \(Fixture.isbns[0])", nil] }
    store.withState { state in
      #expect(state.library.books[id: state.list.rows[1].id]?.isLoading == true)
    }
    store.send(.list(.move(.down)))
    #expect(store.withState { $0.list.selected } == 1)
    await gate.open()
    await wait { $0.library.sync?.isRunning == false }
    #expect(store.withState { $0.library.sync?.updated } == 2)
    #expect(store.withState { titles($0) } == Fixture.isbns.prefix(2).map { "Found \($0)" })
    // What watches the library ends before the store does.
    store.send(.library(.unwatch))
    await start.finish()
  }

  @Test("a completion that comes after the removal is refused, and the book stays away")
  func lateCompletion() async throws {
    _ = try library.add([Fixture.isbns[0]])
    let gate = Gate()
    let store = store(
      Fixture.source { request in
        await gate.wait()
        return Fixture.found("Late", request.isbn)
      })
    store.send(.start)
    await settle(store) { $0.list.rows.count == 1 && $0.list.total == 1 }
    store.send(.order(.sync))
    await receive(store) { $0.book?.isLoading == true }
    await gate.arrival()
    store.send(.order(.remove))
    await receive(store) { $0.list.rows.isEmpty }
    await gate.open()
    await settle(store) { $0.library.sync?.isRunning == false }
    #expect(store.state.library.sync?.refused == [.removed: 1])
    #expect(store.state.list.rows.isEmpty && store.state.library.books.isEmpty)
    #expect(try library.titles().isEmpty)
    await end(store)
  }

  @Test(
    "switching the account while a sync runs shows the other one's books, and refuses its answers")
  func switches() async throws {
    _ = try library.add([Fixture.isbns[0]])
    try library.addAccount("other")
    let gate = Gate()
    let store = store(
      Fixture.source { request in
        await gate.wait()
        return Fixture.found("Late", request.isbn)
      })
    store.send(.start)
    await settle(store) { $0.list.rows.count == 1 && $0.list.total == 1 }
    store.send(.order(.sync))
    await receive(store) { $0.book?.isLoading == true }
    await gate.arrival()
    store.send(.order(.chooseAccount))
    await receive(store) { $0.accounts != nil }
    store.send(.accounts(.move(.end)))
    store.send(.order(.useAccount))
    await receive(store) { $0.list.account?.name == "other" }
    #expect(store.state.list.rows.isEmpty)
    await gate.open()
    await settle(store) { $0.library.sync?.isRunning == false }
    #expect(store.state.library.sync?.refused == [.accountSwitched: 1])
    #expect(try library.titles().values.allSatisfy { $0 == nil })
    await end(store)
  }

  @Test("what others add, change, remove and restore appears by itself, in its place")
  func news() async throws {
    let numbers = try library.add(Array(Fixture.isbns.prefix(2)))
    let store = store(Fixture.source { _ in .notFound })
    store.send(.start)
    await settle(store) { $0.list.rows.count == 2 && $0.list.total == 2 }
    store.send(.list(.move(.down)))
    let selected = try #require(store.state.list.selectedRow)
    let other = try Connection(path: library.database.path, mode: .readWrite)
    try other.execute("PRAGMA busy_timeout = 5000")
    try other.execute("INSERT INTO catalogue (title) VALUES ('By hand')")
    try other.execute("UPDATE catalogue SET title = 'Elsewhere' WHERE number = 1")
    await settle(store) { _ in titles(store) == ["Elsewhere", nil, "By hand"] }
    await settle(store) { $0.list.total == 3 }
    #expect(store.state.list.selectedRow == selected)
    try library.remove([numbers[0]])
    await settle(store) { _ in titles(store) == [nil, "By hand"] }
    #expect(store.state.list.selectedRow == selected)
    try library.restore([numbers[0]])
    await settle(store) { _ in titles(store) == ["Elsewhere", nil, "By hand"] }
    #expect(store.state.list.selectedRow == selected)
    await end(store)
  }
}
