/// Makes all that is derived as small as it can be.
enum DatabaseOptimization {
  /// How many pages of the search index a transaction writes.
  private static let pages = 500

  /// Merges the search index into one part, step by step
  /// (https://www.sqlite.org/fts5.html#the_merge_command).
  static func mergeIndex(_ writes: ShortWrites) throws {
    let connection = writes.connection
    // A negative number begins the merging of all parts; the others go on with it.
    var pages = -Self.pages
    while true {
      let changed = try writes.run {
        let before = connection.totalChanges
        try connection.run(
          "INSERT INTO books_fts (books_fts, rank) VALUES ('merge', ?)", pages)
        return connection.totalChanges - before
      }
      // As documented: a step that found nothing to do counts less than two changes.
      if changed < 2 { return }
      pages = Self.pages
    }
  }
}

extension Database {
  /// Makes keys and search index right, anew where they are damaged, and merges the index into one
  /// part. It does so in short transactions between which others can write.
  /// - Parameter isTrial: tries it, and changes nothing.
  /// - Returns: how many books there are.
  /// - Complexity: O(books).
  public func optimize(isTrial: Bool = false) throws -> Int {
    _ = try mend(isTrial: isTrial)
    return try withWriter { connection in
      if !isTrial {
        try DatabaseOptimization.mergeIndex(ShortWrites(connection: connection, isTrial: false))
      }
      return Int(try connection.integer("SELECT count(*) FROM books"))
    }
  }

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
