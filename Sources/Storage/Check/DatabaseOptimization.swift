/// Makes all that is derived anew, as small as it can be.
public enum DatabaseOptimization {
  /// Makes keys and search index anew, and merges the index into one part
  /// (https://www.sqlite.org/fts5.html#the_optimize_command). O(books).
  /// - Parameter connection: a connection in a write transaction.
  /// - Returns: how many books there are.
  public static func run(_ connection: Connection) throws -> Int {
    try IndexUpkeep.rebuild(connection)
    try connection.run("INSERT INTO books_fts (books_fts) VALUES ('optimize')")
    return Int(try connection.integer("SELECT count(*) FROM books"))
  }
}

extension Database {
  /// Moves the log into the database, unless another program needs it. The log's file is reused by the
  /// next write, and is gone when the last program has closed the database.
  /// - Returns: whether all of it was moved.
  public func emptyLog() throws -> Bool {
    try withWriter { connection in
      guard let lock = connection.writeLock else { return false }
      try lock.acquire(within: connection.busyTimeout)
      defer { lock.release() }
      return try connection.checkpoint() == .complete
    }
  }
}
