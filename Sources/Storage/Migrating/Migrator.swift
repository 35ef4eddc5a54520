import Migrations

/// Brings a database's schema up to date, one numbered migration after another.
///
/// Each runs in a transaction of its own; a crash leaves the schema of a whole number of them. Two
/// processes wait for each other and each sees what the other did.
struct Migrator: Sendable {
  let migrations: [Migrations.Migration]

  /// Applies what is missing.
  /// - Returns: how many were applied here.
  @discardableResult
  func migrate(_ connection: Connection) throws -> Int {
    var applied = 0
    for number in 1...max(migrations.count, 1) where number <= migrations.count {
      if try apply(number, to: connection) { applied += 1 }
    }
    return applied
  }

  private func apply(_ number: Int, to connection: Connection) throws -> Bool {
    // Off while the schema changes, as https://www.sqlite.org/lang_altertable.html asks for when a
    // table is made anew; what the migration leaves is checked before it is committed.
    try connection.enforceForeignKeys(false)
    defer { try? connection.enforceForeignKeys(true) }
    // A migration may put other words in the place of a rule's.
    try connection.protectSchema(false)
    // mutant schema-protected-again:
    //   `defer { try? connection.protectSchema(true) }` -> `` (RowRulesMigrationTests)
    defer { try? connection.protectSchema(true) }
    let migration = migrations[number - 1]
    return try connection.write {
      // Read again under the lock: another process may have applied it meanwhile.
      let identity = try DatabaseIdentity(of: connection, newest: migrations.count)
      // mutant migration-asks-again:
      //   `guard identity.version < number else { return false }`
      //   -> `guard identity.version >= 0 else { return false }` (MigratorTests)
      guard identity.version < number else { return false }
      do {
        try connection.execute(migration.sql)
        // mutant migration-references:
        //   `try checkForeignKeys(of: connection, after: migration)` -> `` (MigratorTests)
        try checkForeignKeys(of: connection, after: migration)
        try connection.run(
          """
          INSERT INTO schema_migrations (name, checksum, applied_at)
          VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
          """, migration.name, migration.checksum)
        try connection.execute(
          """
          PRAGMA user_version = \(number);
          PRAGMA application_id = \(DatabaseIdentity.applicationID)
          """)
      } catch let error as StorageError where error.kind == .statement || error.kind == .constraint
      {
        throw StorageError(
          .migration, "cannot bring the database up to date", at: connection.path,
          because: "\(migration.name): \(error.cause)",
          remedy: "the database is as it was; please report this", code: error.code, sql: error.sql)
      }
      return true
    }
  }

  private func checkForeignKeys(
    of connection: Connection, after migration: Migrations.Migration
  ) throws {
    let broken = try connection.first("PRAGMA foreign_key_check") {
      "\($0.text(0)) row \($0.text(1)) names a missing row of \($0.text(2))"
    }
    guard let broken else { return }
    throw StorageError(
      .migration, "cannot bring the database up to date", at: connection.path,
      because: "\(migration.name): \(broken)", remedy: "the database is as it was; run `db check`")
  }
}

extension Migrations.Migration {
  /// Sixteen hexadecimal digits that tell this text from another one (FNV-1a, 64 bits).
  var checksum: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in sql.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
