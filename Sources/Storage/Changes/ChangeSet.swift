public import Catalogue

/// A number of changes that the user made in one go and may undo in one go.
public enum ChangeSet {
  /// Runs `body` so that the log entries of what it changes belong to one new change set.
  ///
  /// Within another change set, `body` belongs to that one. A `body` that changes nothing leaves no
  /// change set.
  /// - Parameters:
  ///   - name: what is done, in words, for the history.
  ///   - now: when it is done.
  ///   - connection: a connection in a write transaction.
  ///   - body: makes the changes; an error undoes the transaction or, within a savepoint, what was
  ///     done since that one was set.
  /// - Returns: what `body` returned.
  public static func run<R>(
    _ name: String, at now: Instant, on connection: Connection, _ body: () throws -> R
  ) throws -> R {
    let isRunning = try connection.first(
      "SELECT 1 FROM settings WHERE key = 'running_change_set'"
    ) { _ in true }
    if isRunning == true { return try connection.savepoint(body) }
    return try connection.whole {
      try connection.run("INSERT INTO change_sets (name, at) VALUES (?, ?)", name, now)
      let id = connection.lastInsertedRowID
      // The triggers of `books` read it there.
      try connection.run(
        "INSERT INTO settings (key, value) VALUES ('running_change_set', ?)", id)
      let result = try body()
      try connection.run("DELETE FROM settings WHERE key = 'running_change_set'")
      try connection.run(
        """
        DELETE FROM change_sets
        WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM changes WHERE change_set = ?1)
        """, id)
      return result
    }
  }

  /// Runs `body` so that the log entries of what it changes belong to no change set: what a title
  /// source has answered is not the user's to undo. As within a change set, the triggers take the
  /// program's word that lists hold texts.
  /// - Parameters:
  ///   - connection: a connection in a write transaction, outside of any change set.
  ///   - body: makes the changes; an error ends the transaction.
  /// - Returns: what `body` returned.
  static func without<R>(on connection: Connection, _ body: () throws -> R) throws -> R {
    try connection.run(
      "INSERT INTO settings (key, value) VALUES ('running_change_set', NULL)")
    let result = try body()
    try connection.run("DELETE FROM settings WHERE key = 'running_change_set'")
    return result
  }
}
