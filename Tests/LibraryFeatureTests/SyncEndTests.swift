import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// Every way in which a sync ends.
enum SyncEnding: CaseIterable {
  case done
  case interruptedWhileClaiming, interruptedWhileFetching, interruptedWhileSaving
  case switchedElsewhere, switchedHere, accountDeleted
  case sourceRefuses, sourceIsSilent, sourceAsksToWait, sourceLacksSomething
  case accountUnreadable, claimFails, renewalFails, savingFails, givingBackFails
  case savingAndGivingBackFail, restUnreadable
  case storeGone

  /// The ways that a reason for stopping has; a new reason has to be given one.
  static func of(_ stop: SyncProgress.Stop) -> [SyncEnding] {
    switch stop {
    case .interrupted:
      [.interruptedWhileClaiming, .interruptedWhileFetching, .interruptedWhileSaving]
    case .accountSwitched: [.switchedElsewhere, .switchedHere, .accountDeleted]
    case .unauthorised: [.sourceRefuses]
    case .offline: [.sourceIsSilent]
    case .rateLimited: [.sourceAsksToWait]
    case .unconfigured: [.sourceLacksSomething]
    case .storage:
      [
        .accountUnreadable, .claimFails, .renewalFails, .savingFails, .givingBackFails,
        .savingAndGivingBackFail,
      ]
    }
  }

  /// What the source answers; nil: nothing, until it is told to.
  var outcome: TitleOutcome? {
    switch self {
    case .sourceRefuses: .failed(.unauthorised)
    case .sourceIsSilent: .failed(.timedOut)
    case .sourceAsksToWait: .failed(.rateLimited(retryAfter: 0))
    case .sourceLacksSomething: .failed(.unconfigured("no file"))
    default: nil
    }
  }
}

@Suite("The ends of a sync", .timeLimit(.minutes(1)))
struct SyncEndTests {
  typealias LibraryStore = Store<LibraryFeature.State, LibraryFeature.Action>

  private struct Full: Error {}

  /// What of the database fails now.
  private struct Faults: Sendable {
    var account = false
    var claim = false
    var renew = false
    var save = false
    var giveBack = false
    var due = false
  }

  private let library: LibraryOnDisk
  private let clock = TestClock()
  private let faults = Shared(value: Faults(), domain: SharedDomain())
  /// Who asks the source, claims or saves waits here; the last two only when a test wants it.
  private let source = Gate()
  private let claims = Gate()
  private let saves = Gate()
  /// Each return of tickets passes here when it is done.
  private let returns = Gate()

  init() throws { library = try LibraryOnDisk() }

  /// The key of the library's books, on a disk that may be full.
  private struct BooksOnFullDisk: SharedCollectionKey {
    typealias Element = BookFeature.State
    let base: BooksKey<BookFeature.State>
    let isFull: @Sendable () -> Bool
    var id: String { base.id + ", on a full disk" }
    var medium: DatabaseMedium { base.medium }

    func save(
      _ changes: [RecordChange<Element>], in connection: Connection
    ) throws -> [BookVerdict] {
      if isFull() { throw Full() }
      return try base.save(changes, in: connection)
    }
  }

  private func client(_ ending: SyncEnding) -> LibraryClient {
    let live = library.client
    var client = live
    let check: @Sendable (any KeyPath<Faults, Bool> & Sendable) throws -> Void = { [faults] in
      if faults.wrappedValue[keyPath: $0] { throw Full() }
    }
    client.account = { name in
      try check(\.account)
      return try await live.account(name)
    }
    client.claim = { [claims] request in
      try check(\.claim)
      let claim = try await live.claim(request)
      if ending == .interruptedWhileClaiming { await claims.wait() }
      return claim
    }
    client.renew = { tickets, lease in
      try check(\.renew)
      return try await live.renew(tickets, lease)
    }
    client.giveBack = { [returns, saves] tickets in
      try check(\.giveBack)
      if ending == .interruptedWhileSaving { await saves.wait() }
      let dead = try await live.giveBack(tickets)
      await returns.wait()
      return dead
    }
    client.due = { request in
      try check(\.due)
      return try await live.due(request)
    }
    return client
  }

  private func store(_ ending: SyncEnding) -> LibraryStore {
    let isHeld = Shared(value: true, domain: SharedDomain())
    let answer = Fixture.source { [source] request in
      // The first book is answered for at once, so that there is something to save.
      if let outcome = ending.outcome, isHeld.wrappedValue { return outcome }
      if request.isbn != SyncTests.isbns(1)[0] { await source.wait() }
      return Fixture.found("Found", request.isbn)
    }
    let books = Shared<IdentifiedCollection<BookFeature.State>>(
      BooksOnFullDisk(
        base: BooksKey(database: library.database, now: { Fixture.now }),
        isFull: { [faults] in faults.wrappedValue.save }),
      domain: library.domain)
    return Store(initialState: LibraryFeature.State(books: books)) {
      LibraryFeature()
    } withDependencies: {
      $0.sharedDomain = library.domain
      $0.library = client(ending)
      $0.titleSource = { _ in answer }
      $0.syncEvents = { event in
        if case .backingOff = event { isHeld.wrappedValue = false }
      }
      $0.instant = { Fixture.now }
      $0.continuousClock = clock
      $0.issueReporter = { message, _ in Issue.record("\(message)") }
    }
  }

  /// Lets a sync of six books come to its end, and waits for it.
  private func run(
    _ ending: SyncEnding, _ store: LibraryStore, _ numbers: [BookNumber]
  ) async throws {
    if ending == .accountUnreadable { faults.withLock { $0.account = true } }
    if ending == .claimFails { faults.withLock { $0.claim = true } }
    let sync = store.send(.sync(.start(SyncOptions())))
    var end: StoreTask?
    func untilOneIsAnswered() async {
      await source.arrival(4)
      for await isAnswered in store.observe({ state in
        state.books.contains { $0.book.number == numbers[0] && $0.title != nil }
      }) where isAnswered { break }
    }
    switch ending {
    case .done:
      await source.open()
    case .interruptedWhileClaiming:
      await claims.arrival()
      end = store.send(.sync(.interrupt))
      await claims.open()
    case .interruptedWhileFetching:
      await untilOneIsAnswered()
      end = store.send(.sync(.interrupt))
    case .interruptedWhileSaving:
      await untilOneIsAnswered()
      end = store.send(.sync(.fetched(nil)))
      await saves.arrival()
      store.send(.sync(.interrupt))
      await saves.open()
    case .switchedElsewhere:
      await untilOneIsAnswered()
      try await library.database.write { _ = try Accounts.use("two", on: $0) }
      await clock.advance(by: .seconds(40))
    case .switchedHere:
      await untilOneIsAnswered()
      await store.send(.useAccount("two")).finish()
      await source.open()
    case .accountDeleted:
      await untilOneIsAnswered()
      try await library.database.write { connection in
        _ = try Accounts.use("two", on: connection)
        _ = try Accounts.remove("home", deletingBooks: true, on: connection)
      }
      await source.open()
    case .sourceRefuses, .sourceIsSilent, .sourceAsksToWait, .sourceLacksSomething,
      .accountUnreadable, .claimFails:
      break
    case .renewalFails:
      await untilOneIsAnswered()
      faults.withLock { $0.renew = true }
      await clock.advance(by: .seconds(40))
    case .savingFails, .savingAndGivingBackFail:
      // Before the first answer, which is saved by itself.
      await source.arrival(3)
      await untilOneIsAnswered()
      end = store.send(.sync(.interrupt))
    case .givingBackFails:
      await untilOneIsAnswered()
      faults.withLock { $0.giveBack = true }
      end = store.send(.sync(.interrupt))
    case .restUnreadable:
      faults.withLock { $0.due = true }
      await source.open()
    case .storeGone:
      return
    }
    await end?.finish()
    await source.open()
    await sync.finish()
  }

  @Test(
    "each end leaves no book loading and no ticket held, and the next sync completes the rest",
    arguments: SyncEnding.allCases)
  func ends(ending: SyncEnding) async throws {
    try library.addAccount("two")
    let numbers = try library.add(SyncTests.isbns(6))
    if ending != .storeGone { await returns.open() }
    faults.withLock { $0.save = ending == .savingFails || ending == .savingAndGivingBackFail }
    faults.withLock { $0.giveBack = ending == .savingAndGivingBackFail }
    var store: LibraryStore? = store(ending)
    // They stay in the window, as those do that are browsed.
    if ending != .accountUnreadable { await store?.send(.open(numbers)).finish() }
    if ending == .storeGone {
      store?.send(.sync(.start(SyncOptions())))
      await source.arrival(4)
      store = nil
      await returns.open()
      await returns.arrival()
    } else if let store {
      try await run(ending, store, numbers)
      let progress = try #require(store.withState { $0.sync })
      #expect(!progress.isRunning)
      #expect(store.isIdle)
      #expect(store.withState { $0.books.allSatisfy { !$0.isLoading && $0.ticket == nil } })
      let unsaved = ending == .savingFails || ending == .savingAndGivingBackFail
      let held = [.givingBackFails, .savingAndGivingBackFail].contains(ending)
      #expect(progress.done == progress.claimed || unsaved || held)
      if let stop = progress.stop {
        #expect(SyncEnding.of(stop).contains(ending))
      } else {
        #expect([.done, .restUnreadable].contains(ending))
      }
      let saved = try library.titles().values.filter { $0 != nil }.count
      if ![.switchedHere, .switchedElsewhere, .accountDeleted, .accountUnreadable]
        .contains(ending), ending.outcome == nil
      {
        #expect(progress.left == 6 - saved)
      }
      if !unsaved && !held { #expect(try library.ticketCount() == 0) }
    }
    #expect(clock.sleeperCount == 0)
    faults.withLock { $0 = Faults() }
    await source.open()
    if ending == .accountDeleted { return }
    if ending == .switchedElsewhere || ending == .switchedHere {
      try await library.database.write { _ = try Accounts.use("home", on: $0) }
      store = nil
    }
    let next = store ?? self.store(.done)
    await next.send(.sync(.start(SyncOptions()))).finish()
    #expect(next.withState { $0.sync?.stop } == nil)
    #expect(try library.titles().values.allSatisfy { $0 == "Found" })
    #expect(try library.ticketCount() == 0)
    #expect(next.withState { $0.books.allSatisfy { !$0.isLoading && $0.ticket == nil } })
  }
}
