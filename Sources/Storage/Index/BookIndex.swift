/// The sort keys, years and words by which books are found, for programs that read within a write
/// transaction.
public enum BookIndex {
  /// Brings the index up to date. A commit does so by itself; before it, a transaction would read
  /// the keys and years that were there when it began.
  /// - Parameter connection: a connection in a write transaction.
  /// - Complexity: O(changed books).
  public static func update(on connection: Connection) throws {
    try IndexUpkeep.run(connection)
  }
}
