import Migrations

/// Compares a database's schema with the one that the migrations make.
///
/// Triggers and views run inside the statements of whoever uses the file. One that the migrations did
/// not make is refused by name before anything is written. Tables and indexes of the user's own do no
/// harm and are left alone.
struct SchemaGuard {
  private struct Object {
    let type: String
    let sql: String
  }

  private let expected: [String: Object]

  /// Learns the schema by running the migrations in memory.
  init(migrations: [Migrations.Migration]) throws(StorageError) {
    let model = try Connection.inMemory()
    try model.execute("BEGIN")
    for migration in migrations { try model.execute(migration.sql) }
    expected = try Self.objects(of: model)
  }

  /// - Throws: a `StorageError` of kind `foreignObject` that names the first difference.
  func check(_ connection: Connection) throws(StorageError) {
    let found = try Self.objects(of: connection)
    for (name, object) in found.sorted(by: { $0.key < $1.key }) {
      if let known = expected[name] {
        guard known.type == object.type, known.sql == object.sql else {
          throw refusal(
            connection, object.type, name, "it is not the one that this program made",
            "restore a backup, or make it anew as `db schema` shows it")
        }
      } else if object.type == "trigger" || object.type == "view"
        || object.sql.hasPrefix("CREATE VIRTUAL")
      {
        throw refusal(
          connection, object.type, name, "this program did not make it",
          "look at it with sqlite3, and drop it there if you did not put it there")
      }
    }
    for name in expected.keys.sorted() where found[name] == nil {
      throw refusal(
        connection, expected[name]?.type ?? "object", name, "it is missing",
        "restore a backup, or make it anew as `db schema` shows it")
    }
  }

  private func refusal(
    _ connection: Connection, _ type: String, _ name: String, _ cause: String, _ remedy: String
  ) -> StorageError {
    StorageError(
      .foreignObject, "the database is not written: \(type) \(name)", at: connection.path,
      because: cause, remedy: remedy)
  }

  private static func objects(of connection: Connection) throws(StorageError) -> [String: Object] {
    var objects: [String: Object] = [:]
    // SQLite's own tables come and go with ANALYZE and AUTOINCREMENT.
    let statement = try connection.prepare(
      "SELECT name, type, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    while try statement.step() {
      objects[statement.text(0)] = Object(type: statement.text(1), sql: statement.text(2))
    }
    return objects
  }
}
