public import Catalogue

/// A book and the right to complete one fetch for it.
public struct ClaimedBook: Hashable, Sendable {
  public let book: Book
  public let ticket: Ticket

  public init(book: Book, ticket: Ticket) {
    self.book = book
    self.ticket = ticket
  }
}

/// What a claim gave.
public struct Claim: Hashable, Sendable {
  /// In the order in which they are due.
  public var books: [ClaimedBook] = []
  /// Books that would be due, were they not held by another run that lives.
  public var heldElsewhere: [BookNumber] = []
  /// Books that were named and cannot be fetched: removed, of another account, or without an ISBN.
  public var notClaimable: [BookNumber] = []
  /// Books whose rows break the schema's rules, with what is wrong; they hold up no others.
  public var unreadable: [BookNumber: StorageError] = [:]
  /// The epoch of the run is over: the account was left, or is gone.
  public var isEpochOver = false

  public init(books: [ClaimedBook] = []) { self.books = books }
}
