import CSQLite
import Migrations

/// Checks the search index from within.
///
/// FTS5's own check (https://www.sqlite.org/fts5.html#the_integrity_check_command) is a statement that
/// writes: it would take the write lock, and keep it until the transaction that reads has ended. So it
/// runs on a copy of the index in a private database, which SQLite keeps in its directory for temporary
/// files.
enum SearchIndexCheck {
  private static let tables = ["data", "idx", "content", "docsize", "config"]

  /// - Parameter connection: a connection in a transaction; it is only read.
  /// - Returns: what is wrong; nil for a sound index.
  /// - Throws: a `StorageError` when it cannot be checked, for example for want of space.
  /// - Complexity: O(index).
  static func fault(of connection: Connection) throws(StorageError) -> String? {
    // An empty name is a database that is gone with its connection
    // (https://www.sqlite.org/inmemorydb.html, "temporary databases").
    let copy = try Connection(path: "")
    let definition = try SchemaGuard(migrations: Migrations.all).expected()
      .object(named: "books_fts")?.sql
    try copy.execute("BEGIN; " + (definition ?? ""))
    do throws(StorageError) {
      for table in tables { try fill("books_fts_" + table, of: copy, from: connection) }
      try copy.run("INSERT INTO books_fts (books_fts) VALUES ('integrity-check')")
      return nil
    } catch {
      guard error.kind == .corrupt || error.kind == .statement || error.kind == .constraint else {
        throw error
      }
      return error.cause
    }
  }

  private static func fill(
    _ table: String, of copy: Connection, from connection: Connection
  ) throws(StorageError) {
    try copy.run("DELETE FROM \(table)")
    let select = try connection.prepare("SELECT * FROM \(table)")
    let count = Int32(clamping: select.columnCount)
    let places = (0..<count).map { _ in "?" }.joined(separator: ", ")
    let insert = try copy.prepare("INSERT INTO \(table) VALUES (\(places))")
    while try select.step() {
      for column in 0..<count {
        try insert.check(
          sqlite3_bind_value(
            insert.handle, column + 1, sqlite3_column_value(select.handle, column)))
      }
      try insert.run()
    }
  }
}
