import Catalogue
import Composable
import FoundationEssentials
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// A library in a temporary folder, with a store of the features on it.
final class LibraryOnDisk {
  let folder: String
  let database: Database
  let holder: TicketHolder
  let domain = SharedDomain()
  let books: Shared<IdentifiedCollection<BookFeature.State>>

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/library-feature-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    database = try Database.open(at: folder + "/library.db", access: .writing(create: true))
    holder = try TicketHolder(lockPath: database.lockPath)
    books = Shared(BooksKey(database: database, now: { Fixture.now }), domain: domain)
  }

  deinit {
    database.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var client: LibraryClient { .live(database, holder: holder, now: { Fixture.now }) }

  func store(
    _ source: TitleSource,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> Store<LibraryFeature.State, LibraryFeature.Action> {
    Store(initialState: LibraryFeature.State(books: books)) {
      LibraryFeature()
    } withDependencies: {
      $0.sharedDomain = domain
      $0.library = client
      $0.titleSource = { _ in source }
      $0.instant = { Fixture.now }
      $0.issueReporter = { message, _ in Issue.record("\(message)") }
      prepare(&$0)
    }
  }

  /// Adds books by ISBN to the current account.
  func add(_ isbns: [ISBN]) throws -> [BookNumber] {
    var generator = SystemRandomNumberGenerator()
    return try database.writeAndWait { connection in
      let account = try Accounts.current(on: connection)
      let books = isbns.map {
        NewBook(id: BookID(milliseconds: 1_800_000_000_000, using: &generator), isbn: $0)
      }
      return try BookAdding.add(books, to: account.id, at: Fixture.now, on: connection)
    }
  }

  func addAccount(_ name: String) throws {
    try database.writeAndWait { connection in
      _ = try Accounts.add(
        NewAccount(name: name, source: .openLibrary), endpoint: .url(isNeeded: false),
        on: connection)
    }
  }

  /// The shown titles by number, of every account, trash left out.
  func titles() throws -> [BookNumber: String?] {
    try database.readAndWait { connection in
      var titles: [BookNumber: String?] = [:]
      try connection.forEach("SELECT number, title FROM books WHERE removed_at IS NULL") { row in
        titles[BookNumber(rawValue: row.int64(0))] = .some(row.optionalText(1))
      }
      return titles
    }
  }

  func ticketCount() throws -> Int {
    try database.readAndWait {
      try $0.first("SELECT count(*) FROM tickets") { $0.int(0) } ?? -1
    }
  }
}

extension LibraryOnDisk {
  /// Removes books as another process would.
  func remove(_ numbers: [BookNumber]) throws {
    try database.writeAndWait { connection in
      let account = try Accounts.named("home", on: connection)
      _ = try BookRemoving.remove(numbers, from: account.id, at: Fixture.now, on: connection)
    }
  }

  /// Restores books as another process would.
  func restore(_ numbers: [BookNumber]) throws {
    try database.writeAndWait { connection in
      let account = try Accounts.named("home", on: connection)
      _ = try BookRemoving.restore(numbers, to: account.id, at: Fixture.now, on: connection)
    }
  }
}
