/// The number of an entry of the log of changes. It only grows, also when entries are pruned.
public struct LogEntry: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The last entry that was ever written; what a transaction reads is as it was after this one.
  ///
  /// Not only the last that is left: pruning may have taken it
  /// (https://www.sqlite.org/autoinc.html).
  /// - Parameter connection: a connection in a transaction.
  public static func last(on connection: Connection) throws(StorageError) -> LogEntry {
    LogEntry(
      rawValue: try connection.integer(
        """
        SELECT max(
          coalesce((SELECT max(seq) FROM changes), 0),
          coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = 'changes'), 0))
        """))
  }

  public static func < (left: LogEntry, right: LogEntry) -> Bool { left.rawValue < right.rawValue }
}

extension LogEntry: Bindable {}
