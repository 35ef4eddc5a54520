public import Catalogue

/// What others have changed of the books: other programs, other windows, a person with the `sqlite3`
/// shell, and this program itself.
public struct BookNews: Hashable, Sendable {
  /// What became of a row.
  public enum Change: Hashable, Sendable {
    /// It is there, and this is how. `isNew`: it was added, or put in the place of another row with
    /// its number, which is gone without a word of its own.
    case changed(Book, isNew: Bool)
    /// It is in the trash.
    case removed(Book)
    /// No row has this number any more.
    case deleted(BookNumber)
    /// It was changed into something that cannot be read.
    case unreadable(BookNumber, StorageError)
  }

  /// Where a reader of the news stands. It holds for one opened database.
  public struct Position: Hashable, Sendable {
    /// The last entry of the log of which the reader knows.
    public let entry: LogEntry
    /// Whether there was more than one step could tell.
    public let hasMore: Bool
    /// The number of the last commit, as the connection counts those of others.
    let dataVersion: Int64
    /// The connection that counts.
    let connection: UInt64

    init(entry: LogEntry, hasMore: Bool, dataVersion: Int64, connection: UInt64) {
      self.entry = entry
      self.hasMore = hasMore
      self.dataVersion = dataVersion
      self.connection = connection
    }

    /// Makes a position, for tests of those who read the news.
    public init(entry: LogEntry, hasMore: Bool = false) {
      self.init(entry: entry, hasMore: hasMore, dataVersion: -1, connection: 0)
    }
  }

  /// One a row, in the order in which the rows first changed.
  public let changes: [Change]
  /// Whether the log does not tell everything: it was pruned since, it is another one, or this is the
  /// beginning. Then what is shown must be read again.
  public let mustReload: Bool
  /// The entry after which the rows were as they are told; it may be later than the position.
  public let asOf: LogEntry
  /// Where the reader stands now.
  public let position: Position

  public init(changes: [Change], mustReload: Bool = false, asOf: LogEntry, position: Position) {
    self.changes = changes
    self.mustReload = mustReload
    self.asOf = asOf
    self.position = position
  }

  /// Whether there is nothing to tell.
  public var isEmpty: Bool { changes.isEmpty && !mustReload }
}
