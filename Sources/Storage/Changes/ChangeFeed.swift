import Catalogue

/// Tells what has changed of the books, by whomever, from the log of changes.
///
/// `PRAGMA data_version` on the one connection that reads says whether another connection has
/// committed. Only then is the log read, with the rows that it names, in one read transaction: so a
/// transaction of others is seen whole or not at all, and no commit falls between two looks
/// (https://www.sqlite.org/pragma.html#pragma_data_version). A checkpoint, and a commit that changes
/// no book, change the number too; then there is nothing to tell.
public struct ChangeFeed: Sendable {
  /// How many log entries a step reads at most for each book that it may tell of.
  private static let entriesPerBook = 16

  private let database: Database
  private let limit: Int

  /// - Parameters:
  ///   - database: opened in any way; looking writes nothing.
  ///   - limit: how many books a step tells of at most, up to 10,000.
  public init(of database: Database, limit: Int = 500) {
    self.database = database
    self.limit = min(max(limit, 1), 10_000)
  }

  /// Looks what is new. Nothing new costs one PRAGMA, and asking the system for the file's name.
  /// - Parameter position: where the reader stands; nil: at the beginning. What is read after the
  ///   first look, and what later looks tell, miss nothing between them.
  /// - Returns: the news, with the position to look from next time; empty when there are none.
  /// - Throws: a `StorageError`; of kind `missing` when the file was moved away or replaced, so that
  ///   this database no longer is the one that others use.
  public func look(from position: BookNews.Position?) async throws -> BookNews {
    try await database.look { [limit] connection in
      try connection.checkStillThere()
      return try Self.look(from: position, limit: limit, on: connection)
    }
  }

  private static func look(
    from position: BookNews.Position?, limit: Int, on connection: Connection
  ) throws -> BookNews {
    // mutant feed-connection:
    //   `position.connection == connection.stamp,` -> `true,` (ChangeFeedTests)
    if let position, !position.hasMore, position.connection == connection.stamp,
      try connection.dataVersion() == position.dataVersion
    {
      return BookNews(changes: [], asOf: position.entry, position: position)
    }
    // mutant feed-one-transaction:
    //   `return try connection.read {`
    //   -> `return try { (body: () throws -> BookNews) in try body() } {` (ChangeFeedTests)
    return try connection.read {
      // The first statement begins the transaction, so the number belongs to what it reads.
      let version = try connection.dataVersion()
      let last = try LogEntry.last(on: connection)
      func news(
        _ changes: [BookNews.Change], through entry: LogEntry, mustReload: Bool = false,
        hasMore: Bool = false
      ) -> BookNews {
        BookNews(
          changes: changes, mustReload: mustReload, asOf: last,
          position: BookNews.Position(
            entry: entry, hasMore: hasMore, dataVersion: version, connection: connection.stamp))
      }
      guard let position, try isWhole(after: position.entry, until: last, on: connection) else {
        return news([], through: last, mustReload: true)
      }
      let step = try LogStep(after: position.entry, limit: limit, on: connection)
      return news(
        try changes(step, on: connection), through: step.hasMore ? step.last : last,
        hasMore: step.hasMore)
    }
  }

  /// Whether the log still has every entry after the one that a reader saw.
  private static func isWhole(
    after seen: LogEntry, until last: LogEntry, on connection: Connection
  ) throws -> Bool {
    // A log that has grown shorter is that of an older copy of the library.
    // mutant feed-older-copy:
    //   `if last <= seen { return last == seen }`
    //   -> `if last <= seen { return true }` (NewsByHandTests)
    if last <= seen { return last == seen }
    let first = try connection.first("SELECT min(seq) FROM changes") { $0.optionalInt64(0) } ?? nil
    guard let first else { return false }
    // mutant feed-pruned:
    //   `return first <= seen.rawValue || first == seen.rawValue + 1`
    //   -> `return true` (ChangeFeedTests)
    return first <= seen.rawValue || first == seen.rawValue + 1
  }

  /// A part of the log.
  private struct LogStep {
    /// Books in the order of their first entry, and whether a row was made under the number.
    var books: [(number: Int64, isNew: Bool)] = []
    /// The last entry that was read.
    var last: LogEntry
    var hasMore = false

    init(after seen: LogEntry, limit: Int, on connection: Connection) throws {
      last = seen
      var known: [Int64: Int] = [:]
      var entries = 0
      let statement = try connection.prepare(
        "SELECT seq, number, kind = 'insert' FROM changes WHERE seq > ? ORDER BY seq")
      try statement.bind(seen)
      while try statement.step() {
        let number = statement.int64(1)
        let place = known[number]
        guard entries < limit * ChangeFeed.entriesPerBook, place != nil || books.count < limit
        else {
          hasMore = true
          break
        }
        entries += 1
        last = LogEntry(rawValue: statement.int64(0))
        if let place {
          if statement.bool(2) { books[place].isNew = true }
        } else {
          known[number] = books.count
          books.append((number, statement.bool(2)))
        }
      }
      statement.reset()
    }
  }

  private static func changes(
    _ step: LogStep, on connection: Connection
  ) throws -> [BookNews.Change] {
    let statement = try connection.prepare(
      "SELECT \(Book.columns), removed_at IS NOT NULL AS is_removed FROM books WHERE number = ?")
    return try step.books.map { number, isNew in
      let number = BookNumber(rawValue: number)
      try statement.bind(number)
      defer { statement.reset() }
      guard try statement.step() else { return .deleted(number) }
      let isRemoved = statement.bool(Book.columnCount)
      do throws(StorageError) {
        let book = try Book(row: statement)
        return isRemoved ? .removed(book) : .changed(book, isNew: isNew)
      } catch {
        // One row that a hand has spoilt must not keep the news of the others back.
        return .unreadable(number, error)
      }
    }
  }
}
