import Catalogue
import Composable
import LibraryFeature
import Storage
import Sync

/// What a command that asks a title source is made of.
enum SyncSource {
  /// The source that an account asks.
  /// - Parameters:
  ///   - bounds: what it may cost.
  ///   - confirm: asks the user whether to do something; throws when it is not to be done.
  /// - Throws: `CommandError` when the account's kind of source is not known, or its token is not to
  ///   be used; what `confirm` throws.
  static func of(
    _ account: Account, of database: Database, _ bounds: SourceBounds,
    confirm: (String) throws -> Void
  ) throws -> TitleSource {
    let accounts = try database.readAndWait { try Accounts.all(on: $0) }
    return try make(
      account, bounds, token: Token.toSend(for: account, among: accounts, confirm: confirm))
  }

  /// What the source of an account bears, as far as it is known before it is asked.
  static func limits(of account: Account, _ bounds: SourceBounds) throws -> TitleSource.Limits {
    try make(account, bounds, token: nil).limits
  }

  private static func make(
    _ account: Account, _ bounds: SourceBounds, token: @autoclosure () throws -> String?
  ) throws -> TitleSource {
    // mutant unknown-kind-not-asked:
    //   `guard SourceKind.named(account.source) != nil else {`
    //   -> `guard !account.name.isEmpty else {` (SyncKindTests)
    guard SourceKind.named(account.source) != nil else {
      throw CommandError(
        .failed, "the account cannot be asked: \(SourceKind.unknown(account.source))",
        in: "account \(account.name)",
        hint: "sync with the release that made the account; its books can be read and edited here")
    }
    return TitleSource.live(
      for: account, version: Program.version, token: try token(), table: .csv,
      budget: bounds.patience, answerBytes: bounds.answerBytes)
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
