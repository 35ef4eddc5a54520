import Catalogue
import Composable
import Storage
import Sync
import Testing

@testable import LibraryFeature

@Suite("A clock that jumps during a sync")
struct SyncClockTests {
  @Test(
    "ten years back or forth: what was answered is not left, whatever the clock says",
    arguments: [-315_576_000_000, 315_576_000_000] as [Int64])
  func answered(jump: Int64) async throws {
    let library = try LibraryOnDisk()
    _ = try library.add(SyncTests.isbns(6))
    let now = Shared(value: Fixture.now, domain: SharedDomain())
    let source = Fixture.source { request in
      now.withLock { $0 = Instant(rawValue: Fixture.now.rawValue + jump) }
      switch request.isbn.number / 10 % 3 {
      case 0: return .notFound
      case 1: return .failed(.malformed("not JSON"))
      default: return Fixture.found("Title \(request.isbn)", request.isbn)
      }
    }
    let store = library.store(source) { [database = library.database, holder = library.holder] in
      $0.library = .live(database, holder: holder, now: { now.wrappedValue })
      $0.instant = { now.wrappedValue }
    }
    await store.send(.sync(.start(SyncOptions()))).finish()
    let progress = try #require(store.withState { $0.sync })
    #expect(progress.claimed == 6 && progress.done == 6)
    #expect(progress.left == 0)
    #expect(progress.heldElsewhere == 0)
  }
}
