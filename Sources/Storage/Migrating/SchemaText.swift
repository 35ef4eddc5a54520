/// The schema in SQL, for people to read.
public enum SchemaText {
  /// The statements that made the tables, indexes, views and triggers of a library, in the order in
  /// which they were made.
  ///
  /// Left out are SQLite's own tables and those in which the search index keeps its content.
  /// - Parameter connection: a connection in a transaction.
  /// - Returns: statements without their semicolons.
  public static func statements(on connection: Connection) throws -> [String] {
    try connection.all(
      """
      SELECT sql FROM sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT GLOB 'books_fts_*'
      ORDER BY rowid
      """
    ) { $0.text(0) }
  }
}
