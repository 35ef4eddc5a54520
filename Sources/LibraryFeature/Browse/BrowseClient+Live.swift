public import Catalogue
public import Storage

extension BrowseClient {
  /// Asks a database.
  /// - Parameters:
  ///   - database: opened in any way; only `undo` writes.
  ///   - now: the clock.
  ///   - read: puts a value into a field as a person types it.
  public static func live(
    _ database: Database, now: @escaping @Sendable () -> Instant,
    read:
      @escaping @Sendable (_ text: String, _ column: BookField, _ details: inout BookDetails)
      throws(Unreadable) -> Void
  ) -> BrowseClient {
    BrowseClient(
      page: { request in
        try await database.readUntilCancelled { try request.read(on: $0) }
      },
      count: { account in
        try await database.readUntilCancelled { try BookCount.listed(of: account.id, on: $0) }
      },
      accounts: { try await database.read { try Accounts.all(on: $0) } },
      undo: { account in
        let outcome = try await database.write { connection in
          try Undo.run(in: account.id, at: now(), on: connection)
        }
        return Undone(
          name: outcome.change.name, books: outcome.undone.count, left: outcome.left.count)
      },
      read: read)
  }
}

extension PageRequest {
  /// Reads the part of the list.
  /// - Complexity: O(limit) where an index gives the order; a query may have to look at more.
  fileprivate func read(on connection: Connection) throws -> LoadedPage {
    do {
      return try read(place, on: connection)
    } catch is BookReferenceError {
      // The book that says where is gone for good.
      return try read(.start, on: connection)
    }
  }

  private func read(_ place: Place, on connection: Connection) throws -> LoadedPage {
    switch place {
    case .start:
      let numbers = try numbers(limit: limit + 1, on: connection)
      return try page(
        numbers.prefix(limit), hasBefore: false, hasAfter: numbers.count > limit, on: connection)
    case .end:
      let numbers = try numbers(isBackwards: true, limit: limit + 1, on: connection)
      return try page(
        numbers.prefix(limit).reversed(), position: max(0, min(numbers.count, limit) - 1),
        hasBefore: numbers.count > limit, hasAfter: false, on: connection)
    case .after(let number):
      let numbers = try numbers(after: number, limit: limit + 1, on: connection)
      return try page(
        numbers.prefix(limit), hasBefore: true, hasAfter: numbers.count > limit, on: connection)
    case .before(let number):
      let numbers = try numbers(
        after: number, isBackwards: true, limit: limit + 1, on: connection)
      return try page(
        numbers.prefix(limit).reversed(), hasBefore: numbers.count > limit, hasAfter: true,
        on: connection)
    case .around(let number):
      let before = try numbers(
        after: number, isBackwards: true, limit: limit + 1, on: connection)
      // From the neighbour on: the book itself may be in the list, or not any more.
      let rest = try numbers(after: before.first, limit: limit + 2, on: connection)
      return try page(
        before.prefix(limit).reversed() + rest.prefix(limit + 1),
        position: min(before.count, limit), hasBefore: before.count > limit,
        hasAfter: rest.count > limit + 1, on: connection)
    }
  }

  private func numbers(
    after: BookNumber? = nil, isBackwards: Bool = false, limit: Int, on connection: Connection
  ) throws -> [BookNumber] {
    var page = BookPage(
      account: account.id, sort: sort, after: after, limit: limit, query: query)
    page.isBackwards = isBackwards
    return try page.numbers(on: connection)
  }

  private func page(
    _ numbers: some Sequence<BookNumber>, position: Int = 0, hasBefore: Bool, hasAfter: Bool,
    on connection: Connection
  ) throws -> LoadedPage {
    var books: [Book] = []
    var unreadable: [BookNumber] = []
    let numbers = Array(numbers)
    for number in numbers {
      do {
        books += try BookRows.read(numbers: [number], in: account.id, on: connection)
      } catch let error as StorageError where error.kind == .corrupt {
        // One row that a hand has spoilt must not keep the others back.
        unreadable.append(number)
      }
    }
    return LoadedPage(
      books: LoadedBooks(numbers: numbers, books: books, asOf: try LogEntry.last(on: connection)),
      position: position, hasBefore: hasBefore, hasAfter: hasAfter, unreadable: unreadable)
  }
}
