import Catalogue
import Composable
import LibraryFeature
import Storage
import Sync

/// What a command that asks a title source is made of.
enum SyncSource {
  /// The source that an account asks.
  /// - Parameter bounds: what it may cost.
  /// - Throws: `CommandError` when the account's kind of source is not known, or its token is not to
  ///   be used.
  static func of(
    _ account: Account, of database: Database, _ bounds: SourceBounds
  ) throws -> TitleSource {
    guard SourceKind.named(account.source) != nil else {
      throw CommandError(
        .failed, "the account cannot be asked: \(SourceKind.unknown(account.source))",
        in: "account \(account.name)",
        hint: "sync with the release that made the account; its books can be read and edited here")
    }
    let accounts = try database.readAndWait { try Accounts.all(on: $0) }
    return TitleSource.live(
      for: account, version: Program.version, token: try Token.of(account, among: accounts),
      table: .csv, budget: bounds.patience, answerBytes: bounds.answerBytes)
  }

  /// A store of the library's feature.
  /// - Parameter events: is told what happens in a sync, from any thread.
  static func store(
    of database: Database, _ account: Account, asking source: TitleSource,
    telling events: @escaping @Sendable (SyncEvent) -> Void = { _ in }
  ) throws -> Store<LibraryFeature.State, LibraryFeature.Action> {
    let holder = try TicketHolder(lockPath: database.lockPath)
    let books = BooksKey<BookFeature.State>(database: database, now: { SystemClock.now })
    return Store(
      initialState: LibraryFeature.State(books: Shared(books), account: account)
    ) {
      LibraryFeature()
    } withDependencies: {
      $0.library = .live(database, holder: holder, now: { SystemClock.now })
      $0.titleSource = { _ in source }
      $0.syncEvents = events
      $0.instant = { SystemClock.now }
    }
  }
}
