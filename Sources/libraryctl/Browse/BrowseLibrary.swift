import Catalogue
import Composable
import LibraryFeature
import Storage
import Sync

/// The library that is browsed, opened for as much as may be done with it.
struct BrowseLibrary {
  private let library: Library
  private let account: Account
  private let access: BrowseFeature.Access
  private let bounds: SourceBounds
  private let sync: SyncOptions

  /// Opens the library: to change it, or, where it cannot be written, to read it.
  /// - Returns: nil when it is the default one and not there yet.
  static func open(_ invocation: Invocation, _ console: Console) throws -> BrowseLibrary? {
    var access = BrowseFeature.Access.writing
    let library: Library?
    do {
      library = try Library.changingIfThere(invocation, console)
    } catch let error as StorageError where error.kind == .readOnly {
      access = .reading(error.cause)
      library = try Library.reading(invocation, console)
    }
    guard let library else { return nil }
    var sync = SyncOptions()
    if let lease = try SyncCommand.lease.value(in: invocation, orOf: .lease) { sync.lease = lease }
    return BrowseLibrary(
      library: library, account: try library.read { _, account in account }, access: access,
      bounds: try SyncCommand.bounds(invocation), sync: sync)
  }

  /// A store over the library.
  func store(sort: BookSort, search: String) throws -> BrowseRun.BrowseStore {
    let database = library.database
    let books = Shared(BooksKey<BookFeature.State>(database: database, now: { SystemClock.now }))
    let client: LibraryClient =
      if access == .writing {
        .live(
          database, holder: try TicketHolder(lockPath: database.lockPath),
          now: { SystemClock.now })
      } else {
        .reading(database)
      }
    return Store(
      initialState: BrowseFeature.State(
        library: LibraryFeature.State(books: books, account: account), sort: sort, search: search,
        access: access)
    ) {
      BrowseFeature(sync: sync)
    } withDependencies: {
      $0.library = client
      $0.browse = .live(database, now: { SystemClock.now }, read: Self.read)
      $0.titleSource = TitleSourceKey.keeping { [bounds] account in
        do {
          // There is no room for a question here.
          return try SyncSource.of(account, of: database, bounds) { what in
            throw CommandError(
              .failed,
              "this would \(what); run `libraryctl sync --account \(ShellWord(account.name))` once, "
                + "which asks")
          }
        } catch {
          return .unconfigured(CommandError(describing: error).what)
        }
      }
      $0.instant = { SystemClock.now }
    }
  }

  /// A store where there is no library: there is nothing to ask.
  static var absentStore: BrowseRun.BrowseStore {
    Store(
      initialState: BrowseFeature.State(
        library: LibraryFeature.State(books: Shared(value: [])), access: .absent)
    ) {
      BrowseFeature(sync: SyncOptions())
    } withDependencies: {
      $0.library = .testValue
      $0.browse = .testValue
    }
  }

  /// Waits until what was typed is on disk.
  /// - Throws: when it cannot be saved.
  func waitUntilSaved(_ store: BrowseRun.BrowseStore) throws {
    let books = store.withState { $0.library.$books }
    let news = try SyncNews()
    Task {
      // What fails stays as the value's error.
      _ = try? await books.saved(since: books.mark())
      news.end()
    }
    while !news.wait(milliseconds: 1000).isOver {}
    if let error = books.saveError { throw error }
  }

  func close() { library.database.close() }

  /// Reads a value as it is typed, by the rules of `edit --set`.
  private static let read:
    @Sendable (String, BookField, inout BookDetails) throws(BrowseClient.Unreadable) -> Void = {
      text, column, details throws(BrowseClient.Unreadable) in
      do throws(InvalidValue) {
        try details.set(column, from: text)
      } catch {
        throw BrowseClient.Unreadable(
          reason: [error.reason, error.hint].compactMap { $0 }.joined(separator: "; "))
      }
    }
}

extension TitleSource {
  /// A source that cannot be asked, for a reason.
  fileprivate static func unconfigured(_ reason: String) -> TitleSource {
    TitleSource(
      limits: Limits(idsPerRequest: 1, requestsAtOnce: 1, requestsPerSecond: .infinity)
    ) { requests in
      requests.map { _ in .failed(.unconfigured(reason)) }
    }
  }
}
