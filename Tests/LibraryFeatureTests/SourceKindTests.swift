import Catalogue
import Composable
import Storage
import Testing

@testable import LibraryFeature
@testable import Sync

/// A kind of source that stands in this file alone, as one of the program stands in its own: it knows
/// one title for whatever is asked.
extension SourceKind {
  fileprivate static let pamphlets = SourceKind(
    "pamphlets", "a pile of pamphlets", endpoint: .path
  ) { account, _ in
    let limits = TitleSource.Limits(
      idsPerRequest: 2, requestsAtOnce: 1, requestsPerSecond: .infinity)
    return TitleSource(limits: limits) { requests in
      requests.map { Fixture.found("From \(account.endpoint ?? "nowhere")", $0.isbn) }
    }
  }
}

@Suite("The kind of an account's source", .timeLimit(.minutes(1)))
struct SourceKindTests {
  private let library: LibraryOnDisk

  /// A library whose current account is of the kind above.
  init() throws {
    library = try LibraryOnDisk()
    try library.database.writeAndWait { connection in
      let kind = SourceKind.pamphlets
      try Accounts.add(
        NewAccount(name: "pile", source: kind.name, endpoint: "/pile"), endpoint: kind.endpoint,
        on: connection)
      _ = try Accounts.use("pile", on: connection)
    }
    _ = try library.add(Fixture.isbns)
  }

  private func sync(among kinds: [SourceKind]) async throws -> SyncProgress {
    let store = library.store(.records([])) {
      $0.titleSource = { TitleSource.live(for: $0, among: kinds) }
    }
    await store.send(.sync(.start(SyncOptions()))).finish()
    #expect(try library.ticketCount() == 0)
    return try #require(store.withState { $0.sync })
  }

  @Test("may be one that a single file adds: it is kept, asked and saved as any other")
  func added() async throws {
    let progress = try await sync(among: SourceKind.all + [.pamphlets])
    #expect(progress.stop == nil)
    #expect(progress.updated == 3)
    #expect(try library.titles().values.allSatisfy { $0 == "From /pile" })
  }

  @Test("may be one that this program does not know: the sync says so, and the books stay due")
  func unknown() async throws {
    let progress = try await sync(among: SourceKind.all)
    guard case .unconfigured(let reason) = progress.stop else {
      Issue.record("the sync ended with \(String(describing: progress.stop))")
      return
    }
    #expect(reason.contains("`pamphlets`") && reason.contains("`open-library`"))
    #expect(progress.updated == 0 && progress.left == 3)
    #expect(try library.titles().values.allSatisfy { $0 == nil })
    #expect(try await sync(among: SourceKind.all + [.pamphlets]).updated == 3)
  }
}
