public import Catalogue

/// A part of the list of an account's books: which of them, in which order, from where, how many.
///
/// A page in the order of one key costs what its rows cost, at any size: it starts in the key's
/// index, behind the book `after`, and reads on.
public struct BookPage: Hashable, Sendable {
  public var account: AccountID
  public var sort: BookSort
  /// Keys that order the books that are equal by `sort`; these are sorted anew for every page.
  public var thenBy: [BookSort] = []
  /// The last book of the page before.
  public var after: BookNumber?
  /// Whether the list is read towards its beginning: from `after`, or from the end, and the nearest
  /// book first. Only for a list in the order of one key.
  public var isBackwards = false
  /// The greatest number of books; nil: all.
  public var limit: Int?
  /// Which books; nil: all.
  public var query: BookQuery?
  /// Whether the books in the trash are listed instead.
  public var inTrash: Bool

  public init(
    account: AccountID, sort: BookSort = BookSort(.number), after: BookNumber? = nil,
    limit: Int? = nil, query: BookQuery? = nil, inTrash: Bool = false
  ) {
    self.account = account
    self.sort = sort
    self.after = after
    self.limit = limit
    self.query = query
    self.inTrash = inTrash
  }

  /// Calls `body` for each book, in order, with one JSON object.
  /// - Parameters:
  ///   - columns: what the object has, in this order.
  ///   - connection: a connection in a transaction.
  ///   - body: reads the UTF-8 of the object; the bytes are not valid after it returns.
  /// - Throws: `BookReferenceError` when there is no book `after`; what `body` throws.
  public func forEachJSON(
    _ columns: [BookField] = BookField.all, on connection: Connection,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws {
    try forEach(select: BookField.object(columns), on: connection) { row in
      try row.withJSON(body)
    }
  }

  /// Calls `body` for each book, in order, with the columns as text at the positions from 0 on.
  /// - Parameters:
  ///   - columns: the columns; lists are joined by `; `, what is missing is NULL.
  ///   - connection: a connection in a transaction.
  ///   - body: reads the row.
  /// - Throws: `BookReferenceError` when there is no book `after`; what `body` throws.
  public func forEachRow(
    _ columns: [BookField] = BookField.listed, on connection: Connection,
    _ body: (Statement) throws -> Void
  ) throws {
    let select = columns.map(\.text).joined(separator: ", ")
    try forEach(select: select, on: connection, body)
  }

  /// The numbers of the books, in order.
  public func numbers(on connection: Connection) throws -> [BookNumber] {
    var numbers: [BookNumber] = []
    try forEach(select: "b.number", on: connection) { row in
      numbers.append(BookNumber(rawValue: row.int64(0)))
    }
    return numbers
  }
}
