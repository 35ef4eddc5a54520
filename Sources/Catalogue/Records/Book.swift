/// A row of the catalogue: who said what of one copy of a book.
public struct Book: Hashable, Sendable {
  /// How far the book's title has been fetched.
  public enum SyncState: String, Hashable, Sendable, CaseIterable {
    case never
    case fetched
    case notFound = "not-found"
    case failed
    case noISBN = "no-isbn"
  }

  public let number: BookNumber
  public let id: BookID
  public let account: AccountID
  public var isbn: ISBN?
  public var incarnation: Incarnation
  /// The row's identity in the file that it came from: `goodreads:123`.
  public var originKey: String?
  @Boxed public var typed: BookDetails
  @Boxed public var fetched: BookDetails
  @Boxed public var imported: BookDetails
  public var syncState: SyncState
  /// When the book is due again.
  public var syncAt: Instant?
  /// Why the last fetch failed.
  public var syncDetail: String?
  public var sourceKey: String?
  public var validators: String?
  public var fetchedAt: Instant?

  public init(
    number: BookNumber, id: BookID, account: AccountID, isbn: ISBN?, incarnation: Incarnation,
    originKey: String? = nil, typed: BookDetails = BookDetails(),
    fetched: BookDetails = BookDetails(), imported: BookDetails = BookDetails(),
    syncState: SyncState = .never, syncAt: Instant? = nil, syncDetail: String? = nil,
    sourceKey: String? = nil, validators: String? = nil, fetchedAt: Instant? = nil
  ) {
    self.number = number
    self.id = id
    self.account = account
    self.isbn = isbn
    self.incarnation = incarnation
    self.originKey = originKey
    self.typed = typed
    self.fetched = fetched
    self.imported = imported
    self.syncState = syncState
    self.syncAt = syncAt
    self.syncDetail = syncDetail
    self.sourceKey = sourceKey
    self.validators = validators
    self.fetchedAt = fetchedAt
  }
}

extension Book {
  /// The same book under the number that it was given.
  public func numbered(_ number: BookNumber) -> Book {
    Book(
      number: number, id: id, account: account, isbn: isbn, incarnation: incarnation,
      originKey: originKey, typed: typed, fetched: fetched, imported: imported,
      syncState: syncState, syncAt: syncAt, syncDetail: syncDetail, sourceKey: sourceKey,
      validators: validators, fetchedAt: fetchedAt)
  }
}
