public import Catalogue
public import Storage

/// Books as they were read in one transaction.
public struct LoadedBooks: Hashable, Sendable {
  /// The books that were asked for.
  public let numbers: [BookNumber]
  /// Those that are there.
  public let books: [Book]
  /// The entry of the log after which they were so.
  public let asOf: LogEntry

  public init(numbers: [BookNumber], books: [Book], asOf: LogEntry) {
    self.numbers = numbers
    self.books = books
    self.asOf = asOf
  }
}
