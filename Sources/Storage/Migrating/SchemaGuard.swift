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
    "d9f3f144475f3f18ecac626c4e62b1ba70c81339a5995bfeb94bd512d7612593"

  private let migrations: [Migrations.Migration]

  init(migrations: [Migrations.Migration]) { self.migrations = migrations }

  /// - Throws: a `StorageError` of kind `foreignObject` that names the first difference.
  func check(_ connection: Connection) throws(StorageError) {
    let found = try Schema(of: connection)
    if found.fingerprint == Self.fingerprint { return }
    let expected = try expected()
    for object in found.objects {
      if let known = expected.object(named: object.name) {
        guard known == object else {
          throw refusal(
            connection, object.type, object.name, "it is not the one that this program made",
            "restore a backup, or make it anew as `db schema` shows it")
        }
      } else if object.runsCode {
        throw refusal(
          connection, object.type, object.name, "this program did not make it",
          "look at it with sqlite3, and drop it there if you did not put it there")
      }
    }
    for object in expected.objects where found.object(named: object.name) == nil {
      throw refusal(
        connection, object.type, object.name, "it is missing",
        "restore a backup, or make it anew as `db schema` shows it")
    }
  }

  /// The schema that the migrations make, found by running them in memory.
  func expected() throws(StorageError) -> Schema {
    let model = try Connection.inMemory()
    try model.execute("BEGIN")
    for migration in migrations { try model.execute(migration.sql) }
    return try Schema(of: model)
  }

  private func refusal(
    _ connection: Connection, _ type: String, _ name: String, _ cause: String, _ remedy: String
  ) -> StorageError {
    StorageError(
      .foreignObject, "the database is not written: \(type) \(name)", at: connection.path,
      because: cause, remedy: remedy)
  }
}
