import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

@Suite("The lease of what a sync asks for", .timeLimit(.minutes(1)))
struct LeaseTests {
  private let library: LibraryOnDisk
  private let clock = TestClock()
  /// The time of day, which goes with the clock.
  private let now = Shared(value: Fixture.now, domain: SharedDomain())
  /// Who asks the source waits here.
  private let source = Gate()
  /// Each renewal passes here when it is done.
  private let renewals = Gate()

  init() throws { library = try LibraryOnDisk() }

  private func store() -> Store<LibraryFeature.State, LibraryFeature.Action> {
    let live = LibraryClient.live(
      library.database, holder: library.holder, now: { [now] in now.wrappedValue })
    var client = live
    client.renew = { [renewals] tickets, lease in
      let dead = try await live.renew(tickets, lease)
      await renewals.wait()
      return dead
    }
    let slow = Fixture.source { [source] request in
      await source.wait()
      return Fixture.found("Found", request.isbn)
    }
    return library.store(slow) { [clock, now, client] in
      $0.library = client
      $0.continuousClock = clock
      $0.instant = { now.wrappedValue }
    }
  }

  private func pass(_ seconds: Int) async {
    await clock.waitForSleepers()
    now.withLock { $0 = Instant(rawValue: $0.rawValue + Int64(seconds) * 1000) }
    await clock.advance(by: .seconds(seconds))
  }

  /// What another run would get now.
  private func claimElsewhere() throws -> Claim {
    let holder = try TicketHolder(lockPath: library.database.lockPath)
    let now = now.wrappedValue
    return try library.database.writeAndWait { connection in
      let account = try Accounts.current(on: connection)
      let request = ClaimRequest(
        account: account.id, epoch: account.epoch, now: now, limit: 100)
      return try Tickets.claim(request, for: holder, on: connection)
    }
  }

  @Test("a source that is silent for longer than the lease: the books stay claimed, then are saved")
  func renewed() async throws {
    let numbers = try library.add(SyncTests.isbns(2))
    await renewals.open()
    let store = store()
    let sync = store.send(.sync(.start(SyncOptions())))
    await source.arrival(2)
    for count in 1...5 {
      await pass(40)
      await renewals.arrival(count)
    }
    let claim = try claimElsewhere()
    #expect(claim.books.isEmpty)
    #expect(claim.heldElsewhere == numbers)
    await source.open()
    await sync.finish()
    #expect(store.withState { $0.sync?.updated } == 2)
    #expect(store.withState { $0.sync?.refused } == [:])
    // The renewal has ended with the fetch.
    #expect(clock.sleeperCount == 0)
  }

  @Test("without a renewal another run takes the books over, and only its answer counts")
  func notRenewed() async throws {
    _ = try library.add(SyncTests.isbns(2))
    let store = store()
    let sync = store.send(.sync(.start(SyncOptions())))
    await source.arrival(2)
    now.withLock { $0 = Instant(rawValue: $0.rawValue + 121_000) }
    #expect(try claimElsewhere().books.count == 2)
    await source.open()
    await sync.finish()
    #expect(store.withState { $0.sync?.refused } == [.superseded: 2])
    #expect(try library.titles().values.allSatisfy { $0 == nil })
  }

  @Test("a renewal that finds its account left ends the sync without waiting for the source")
  func switched() async throws {
    try library.addAccount("two")
    _ = try library.add(SyncTests.isbns(4))
    await renewals.open()
    let store = store()
    let sync = store.send(.sync(.start(SyncOptions())))
    await source.arrival(4)
    try await library.database.write { _ = try Accounts.use("two", on: $0) }
    await pass(40)
    for await isRunning in store.observe({ $0.sync?.isRunning }) where isRunning == false { break }
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.stop == .accountSwitched)
    #expect(progress.refused == [.accountSwitched: 4])
    #expect(progress.done == progress.claimed)
    #expect(clock.sleeperCount == 0)
    await source.open()
    await sync.finish()
    #expect(store.withState { $0.sync?.refused } == [.accountSwitched: 4])
  }
}
