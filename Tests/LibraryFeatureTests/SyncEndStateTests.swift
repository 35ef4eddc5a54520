import Catalogue
import Composable
import ComposableTesting
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// The ends of a sync, step by step: what each leaves in the state, and what is asked of the library.
@Suite("The state at the ends of a sync", .timeLimit(.minutes(1)))
struct SyncEndStateTests {
  typealias SyncStore = TestStore<LibraryFeature.State, LibraryFeature.Action>

  private struct Full: Error, CustomStringConvertible {
    var description: String { "the disk is full" }
  }

  private let account = Fixture.account()
  private let books = [Fixture.book(1), Fixture.book(2)]
  private let clock = TestClock()
  private let returned = Shared(value: [[Ticket]](), domain: SharedDomain())

  private var failure: StorageFailure { StorageFailure(Full()) }
  private var tickets: [Ticket] {
    [Fixture.ticket(5, for: books[0]), Fixture.ticket(6, for: books[1])]
  }
  private var claim: Claim {
    Claim(books: zip(books, tickets).map { ClaimedBook(book: $0, ticket: $1) })
  }

  private func store(
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> SyncStore {
    let (claim, returned, clock) = (claim, returned, clock)
    return TestStore(
      initialState: LibraryFeature.State(books: Shared(value: []), account: account)
    ) {
      LibraryFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.instant = { Fixture.now }
      $0.syncEvents = { _ in }
      $0.titleSource = { _ in
        Fixture.source { request in
          // For ever, but for whoever gives up.
          try? await clock.sleep(for: .seconds(1_000_000))
          return Fixture.found("Found", request.isbn)
        }
      }
      $0.library.claim = { request in request.excluding.isEmpty ? claim : Claim() }
      $0.library.epoch = { _ in Epoch(rawValue: 1) }
      $0.library.renew = { _, _ in [:] }
      $0.library.giveBack = { tickets in
        returned.withLock { $0.append(tickets) }
        return [:]
      }
      $0.library.due = { _ in DueBooks(free: 2, held: 0) }
      prepare(&$0)
    }
  }

  private func isSync(
    _ matches: @escaping (LibraryFeature.SyncAction) -> Bool
  ) -> (LibraryFeature.Action) -> Bool {
    { if case .sync(let action) = $0 { matches(action) } else { false } }
  }

  /// Starts a sync, up to the moment in which both books are asked for.
  private func start(_ store: SyncStore) async {
    store.send(.sync(.start(SyncOptions()))) { $0.sync = SyncProgress(options: SyncOptions()) }
    await began(store)
    await store.receive(where: isSync { if case .claimed = $0 { true } else { false } }) { state in
      guard var sync = state.sync, let account = state.account else { return }
      sync.add(claim, of: request(of: sync, account))
      sync.phase = .fetching
      sync.brought = Set(books.map(\.id))
      state.sync = sync
      for (book, ticket) in zip(books, tickets) {
        state.books.append(BookFeature.State(book: book, account: account, ticket: ticket))
      }
    }
    await clock.waitForSleepers(3)
  }

  private func began(_ store: SyncStore) async {
    await store.receive(where: isSync { if case .began = $0 { true } else { false } }) {
      $0.sync?.account = account
      $0.sync?.mark = store.state.sync?.mark
    }
  }

  private func request(of sync: SyncProgress, _ account: Account) -> ClaimRequest {
    sync.claim(
      of: account, at: Fixture.now,
      for: TitleSource.Limits(
        idsPerRequest: 1, requestsAtOnce: 4, requestsPerSecond: .infinity))
  }

  /// What the turn in which a sync begins to end makes of the state, whatever ends it.
  private func stop(_ state: inout LibraryFeature.State, _ stop: SyncProgress.Stop) {
    state.sync?.stop = stop
    state.sync?.phase = .ending
    for book in books {
      state.books[id: book.id]?.isLoading = false
      state.books[id: book.id]?.ticket = nil
    }
  }

  /// What follows.
  /// - Parameter fault: why tickets are not given back.
  private func end(
    _ store: SyncStore, _ fault: StorageFailure? = nil, left: Int = 2,
    finished: @escaping (inout SyncProgress) -> Void = { $0.finish(DueBooks(free: 2, held: 0)) }
  ) async {
    await store.receive(where: isSync { if case .ended = $0 { true } else { false } }) { state in
      if let fault {
        state.sync?.stop = .storage(fault)
      } else {
        state.sync?.gaveBack(tickets, dead: [:])
      }
      state.sync?.brought = []
      state.books = []
    }
    await store.receive(where: isSync { if case .finished = $0 { true } else { false } }) { state in
      guard var sync = state.sync else { return }
      finished(&sync)
      state.sync = sync
    }
    #expect(store.state.sync?.left == left)
    #expect(store.state.sync?.isRunning == false)
    await store.finish()
  }

  @Test("an interrupt: nothing loads any more in that very turn, then the tickets are given back")
  func interrupt() async {
    let store = store()
    await start(store)
    store.send(.sync(.interrupt)) { stop(&$0, .interrupted) }
    await end(store)
    #expect(returned.wrappedValue.map(Set.init) == [Set(tickets)])
  }

  @Test("a renewal that fails: the same, with the failure as the reason")
  func renewal() async {
    let store = store { $0.library.renew = { _, _ in throw Full() } }
    await start(store)
    await clock.advance(by: .seconds(40))
    await store.receive(where: isSync { if case .renew = $0 { true } else { false } })
    await store.receive(where: isSync { if case .failed = $0 { true } else { false } }) {
      stop(&$0, .storage(failure))
    }
    await end(store)
    #expect(returned.wrappedValue.map(Set.init) == [Set(tickets)])
  }

  @Test("a renewal that finds the account left: the same")
  func switched() async {
    let dead = Dictionary(uniqueKeysWithValues: tickets.map { ($0, Refusal.accountSwitched) })
    let store = store { $0.library.renew = { _, _ in dead } }
    await start(store)
    await clock.advance(by: .seconds(40))
    await store.receive(where: isSync { if case .renew = $0 { true } else { false } })
    await store.receive(where: isSync { if case .renewed = $0 { true } else { false } }) {
      stop(&$0, .accountSwitched)
    }
    await end(store)
  }

  @Test("tickets that cannot be given back are kept for the next sync, which returns them first")
  func givingBack() async {
    let isFull = Shared(value: true, domain: SharedDomain())
    let store = store { [returned] in
      $0.library.giveBack = { tickets in
        if isFull.wrappedValue { throw Full() }
        returned.withLock { $0.append(tickets) }
        return [:]
      }
    }
    await start(store)
    store.send(.sync(.interrupt)) { stop(&$0, .interrupted) }
    await end(store, failure)
    #expect(store.state.sync?.unreturned.count == 2)
    isFull.wrappedValue = false
    store.send(.sync(.start(SyncOptions()))) { state in
      state.sync = SyncProgress(
        options: SyncOptions(), unreturned: state.sync?.unreturned ?? [])
    }
    await store.receive(where: isSync { if case .began = $0 { true } else { false } }) {
      $0.sync?.account = account
      $0.sync?.unreturned = []
      $0.sync?.mark = store.state.sync?.mark
    }
    #expect(returned.wrappedValue.map(Set.init) == [Set(tickets)])
    store.exhaustivity = .off
    await store.finish()
  }

  @Test("a claim that fails ends the sync, and what is left is told")
  func claiming() async {
    let store = store { $0.library.claim = { _ in throw Full() } }
    store.send(.sync(.start(SyncOptions()))) { $0.sync = SyncProgress(options: SyncOptions()) }
    await began(store)
    await store.receive(where: isSync { if case .failed = $0 { true } else { false } }) {
      $0.sync?.stop = .storage(failure)
      $0.sync?.phase = .ending
    }
    await store.receive(where: isSync { if case .ended = $0 { true } else { false } })
    await store.receive(where: isSync { if case .finished = $0 { true } else { false } }) {
      $0.sync?.finish(DueBooks(free: 2, held: 0))
    }
    await store.finish()
    #expect(returned.wrappedValue.isEmpty)
  }

  @Test("when the database cannot say what is left, the sync tells what it knows itself")
  func rest() async {
    let store = store { $0.library.due = { _ in throw Full() } }
    await start(store)
    store.send(.sync(.interrupt)) { stop(&$0, .interrupted) }
    await end(store) { $0.finish(nil) }
  }

  @Test("every way to end belongs to a reason to stop, but for those that have none")
  func everyEnding() {
    let stops: [SyncProgress.Stop] = [
      .interrupted, .accountSwitched, .unauthorised, .offline(""), .rateLimited(retryAfter: nil),
      .unconfigured(""), .storage(failure),
    ]
    let withReason = stops.flatMap(SyncEnding.of)
    #expect(Set(withReason).count == withReason.count)
    #expect(
      Set(SyncEnding.allCases).subtracting(withReason) == [.done, .restUnreadable, .storeGone])
  }
}
