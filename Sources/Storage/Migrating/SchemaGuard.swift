import Migrations

/// Compares a database's schema with the one that the migrations make.
///
/// Triggers and views run inside the statements of whoever uses the file. One that the migrations did
/// not make is refused by name before anything is written. Tables and indexes of the user's own do no
/// harm and are left alone.
struct SchemaGuard {
  /// The hash of the schema that the migrations in this release make. It saves the 4 ms that making
  /// that schema in memory takes; when it is out of date, that is all that is lost.
  static let fingerprint =
    "fa579374bf68575564426d448d10dbd1df3aa4bfb3a8efe1e2662a14f7c1f6d1"

  private let migrations: [Migrations.Migration]

  init(migrations: [Migrations.Migration]) { self.migrations = migrations }

  /// How a database's schema is not the one that the migrations make.
  struct Difference: Hashable {
    /// With its type: `trigger books_insert`.
    let object: String
    let cause: String
    let remedy: String
  }

  /// - Throws: a `StorageError` of kind `foreignObject` that names the first difference.
  func check(_ connection: Connection) throws(StorageError) {
    guard let first = try differences(of: connection).first else { return }
    throw StorageError(
      .foreignObject, "the database is not written: \(first.object)", at: connection.path,
      because: first.cause, remedy: first.remedy)
  }

  /// The tables that are read; what is in the place of one must be a table.
  static let tables = [
    "accounts", "books", "books_fts", "books_fts_config", "books_fts_content", "books_fts_data",
    "books_fts_docsize", "books_fts_idx", "change_sets", "changes", "schema_migrations", "settings",
    "tickets",
  ]

  /// Refuses a database in which reading a table would run a view, which may never end.
  /// - Throws: a `StorageError` of kind `foreignObject` that names the view.
  static func checkTables(of connection: Connection) throws(StorageError) {
    let names = tables.map { "'\($0)'" }.joined(separator: ", ")
    // The text of the index has no `content`, by which FTS5 reads another table or view.
    // mutant view-as-table: `WHERE lower(name)` -> `WHERE 0 AND lower(name)` (SchemaGuardTests)
    let found = try connection.string(
      """
      SELECT type || ' ' || name FROM sqlite_schema WHERE lower(name) IN (\(names))
        AND (type = 'view' OR type = 'table' AND sql LIKE 'CREATE VIRTUAL%'
          AND (lower(name) <> 'books_fts' OR sql NOT LIKE '%fts5%' OR sql LIKE '%content%'))
      LIMIT 1
      """)
    guard found.isEmpty else {
      throw StorageError(
        .foreignObject, "the database is not read: \(found)", at: connection.path,
        because: "this program did not make it, and it is in the place of a table",
        remedy: "move the file away, then restore a backup")
    }
  }

  /// Every difference: objects that are not the program's by name, then those that are missing.
  func differences(of connection: Connection) throws(StorageError) -> [Difference] {
    let found = try Schema(of: connection)
    if found.fingerprint == Self.fingerprint { return [] }
    let expected = try expected()
    let remake = "restore a backup, or make it anew as `db schema` shows it"
    var differences: [Difference] = []
    for object in found.objects {
      let name = "\(object.type) \(object.name)"
      if let known = expected.object(named: object.name) {
        if known == object { continue }
        differences.append(
          Difference(
            object: name, cause: "it is not the one that this program made", remedy: remake))
      // mutant foreign-trigger:
      //   `} else if object.runsCode {` -> `} else if object.name.isEmpty {` (SchemaGuardTests)
      } else if object.runsCode {
        differences.append(
          Difference(
            object: name, cause: "this program did not make it",
            remedy: "look at it with sqlite3, and drop it there if you did not put it there"))
      }
    }
    for object in expected.objects where found.object(named: object.name) == nil {
      differences.append(
        Difference(object: "\(object.type) \(object.name)", cause: "it is missing", remedy: remake))
    }
    return differences
  }

  /// The schema that the migrations make, found by running them in memory.
  func expected() throws(StorageError) -> Schema {
    let model = try Connection.inMemory()
    try model.execute("BEGIN")
    for migration in migrations { try model.execute(migration.sql) }
    return try Schema(of: model)
  }
}
