public import Catalogue
public import Composable

/// Saves a window of books in a database: the key of `@Shared(.books(in: …))`.
///
/// A feature's element need only have a `Book` as its record, and give the redemption under which a
/// fetched part of it changes.
public struct BooksKey<Element: PersistentElement>: SharedCollectionKey
where
  Element.ID == BookID, Element.Record == Book, Element.Permit == Redemption,
  Element.Verdict == BookVerdict
{
  private let database: Database
  private let now: @Sendable () -> Instant

  /// - Parameters:
  ///   - database: opened for writing.
  ///   - now: the clock, for the times of edits and removals.
  public init(database: Database, now: @escaping @Sendable () -> Instant) {
    self.database = database
    self.now = now
  }

  public var id: String { "books in \(database.path)" }

  public var medium: DatabaseMedium { DatabaseMedium(database) }

  /// Writes the changes.
  /// - Throws: a `StorageError` when the transaction cannot go on.
  public func save(
    _ changes: [RecordChange<Element>], in connection: Connection
  ) throws -> [BookVerdict] {
    let rows = try changes.map { change in
      // mutant unknown-base-is-read:
      //   `change.isOldKnown ? change.old : try saved(change, on: connection)`
      //   -> `change.old` (WindowAssignmentTests)
      let old = change.isOldKnown ? change.old : try saved(change, on: connection)
      return BookWriter.Change(old: old, new: change.new, redemption: change.permit)
    }
    return try BookWriter(connection: connection, now: now()).write(rows)
  }

  /// The book as it is saved, for a change of which it is not known what was there.
  private func saved(_ change: RecordChange<Element>, on connection: Connection) throws -> Book? {
    let account = try connection.first(
      "SELECT account FROM books WHERE id = ? AND removed_at IS NULL", change.id
    ) { AccountID(rawValue: $0.int64(0)) }
    guard let account else { return nil }
    return try BookRows.read(ids: [change.id], in: account, on: connection).first
  }
}
