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

  /// Writes the changes as one transaction.
  /// - Throws: a `StorageError` when nothing of it could be written.
  public func save(_ changes: [RecordChange<Element>]) async throws -> [BookVerdict] {
    let rows = changes.map {
      BookWriter.Change(old: $0.old, new: $0.new, redemption: $0.permit)
    }
    let now = now()
    return try await database.write { connection in
      try BookWriter(connection: connection, now: now).write(rows)
    }
  }
}
