/// Whose database a file is.
struct DatabaseIdentity: Hashable, Sendable {
  /// `lctl` in ASCII; `file` and SQLite's own tools can tell the files by it.
  static let applicationID: Int64 = 0x6C63_746C

  /// The number of the last migration; 0 in a file without content.
  let version: Int

  /// Reads the header of a database.
  /// - Throws: of kind `notOurs` for a database of another program or no database, `newerSchema`
  ///   for one that a later release has migrated.
  init(of connection: Connection, newest: Int) throws(StorageError) {
    let application = try connection.integer("PRAGMA application_id")
    let version = try connection.integer("PRAGMA user_version")
    let path = connection.path
    if application != Self.applicationID {
      let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
      guard application == 0, version == 0, tables == 0 else {
        let isDump =
          try connection.integer(
            "SELECT count(*) FROM sqlite_schema WHERE name IN ('books', 'schema_migrations')") == 2
        throw StorageError(
          .notOurs, "this is not a library", at: path,
          because: isDump
            ? "its application_id is \(application) and not \(Self.applicationID)"
            : "it is the database of another program",
          remedy: isDump
            ? "if it was read back from a dump, set application_id and user_version as the docs say"
            : "name another file")
      }
    } else if version < 1 {
      throw StorageError(
        .notOurs, "this is not a library", at: path, because: "its user_version is \(version)",
        remedy: "if it was read back from a dump, set user_version as the docs say")
    }
    // mutant newer-schema:
    //   `guard version <= Int64(newest) else {`
    //   -> `guard version <= Int64.max else {` (MigratorTests)
    guard version <= Int64(newest) else {
      throw StorageError(
        .newerSchema, "the database is too new for this program", at: path,
        because: "its schema is version \(version), and this program knows \(newest)",
        remedy: StorageError.Kind.newerSchema.remedy)
    }
    self.version = Int(version)
  }
}
