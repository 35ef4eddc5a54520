public import Catalogue
public import Storage

/// A question for a part of the list of an account's books.
public struct PageRequest: Hashable, Sendable {
  /// Which part.
  public enum Place: Hashable, Sendable {
    case start
    case end
    /// What comes behind a book.
    case after(BookNumber)
    /// What comes before a book.
    case before(BookNumber)
    /// What is around the place of a book, be it in the list or not.
    case around(BookNumber)
  }

  /// Tells it from every other question of the same list: an answer to another one is too late.
  public let serial: Int
  public let account: Account
  /// Which books; nil: all.
  public let query: BookQuery?
  public let sort: BookSort
  public let place: Place
  /// How many books at the most; around a book, on either side.
  public let limit: Int
  /// Whether nobody but the news asked.
  public let isRefresh: Bool
}

/// A part of the list, as it was read in one transaction.
public struct LoadedPage: Hashable, Sendable {
  /// The books in the order of the list.
  public var books: LoadedBooks
  /// Where in them the place is that was asked for.
  public var position: Int
  /// Whether there are more books before these.
  public var hasBefore: Bool
  /// Whether there are more books behind these.
  public var hasAfter: Bool
  /// Books of the part whose rows cannot be read.
  public var unreadable: [BookNumber]

  public init(
    books: LoadedBooks, position: Int = 0, hasBefore: Bool, hasAfter: Bool,
    unreadable: [BookNumber] = []
  ) {
    self.books = books
    self.position = position
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
    self.unreadable = unreadable
  }
}
