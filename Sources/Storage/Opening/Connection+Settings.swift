import CSQLite

extension Connection {
  /// Sets what every connection to a library has set.
  /// - Parameter patience: how long to wait for another program's lock.
  func configure(patience: Duration) throws(StorageError) {
    busyTimeout = patience
    try check(sqlite3_busy_timeout(handle, patience.milliseconds))
    // TRUSTED_SCHEMA stays on: without it, 3.40 refuses JSON functions in generated columns.
    // mutant defensive: `try protectSchema(true)` -> `try protectSchema(false)` (OpeningTests)
    try protectSchema(true)
    try check(csqlite_configure(handle, SQLITE_DBCONFIG_DQS_DML, 0))
    try check(csqlite_configure(handle, SQLITE_DBCONFIG_DQS_DDL, 0))
    try check(csqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0))
    try check(csqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1))
    try FoldingFunctions.register(on: self)
    // mutant no-automatic-checkpoint: `followLog()` -> `` (LockingTests)
    followLog()
    // FULL: with NORMAL, WAL loses acknowledged commits when the power goes.
    try execute(
      // mutant full-sync: `synchronous = FULL` -> `synchronous = NORMAL` (OpeningTests)
      """
      PRAGMA synchronous = FULL; PRAGMA cell_size_check = ON; PRAGMA cache_size = -16384;
      PRAGMA journal_size_limit = \(Self.keptLogSize)
      """)
  }

  /// Takes more memory than by itself, for a program that now changes much of a library and then ends:
  /// 24 MiB of pages, and what SQLite would keep in files of its own while it works.
  ///
  /// Call it outside a transaction, and not on a connection that goes on to VACUUM, which would have all
  /// of the database in memory.
  public func prepareForManyRows() throws(StorageError) {
    try execute("PRAGMA cache_size = -24576; PRAGMA temp_store = MEMORY")
  }

  /// Sets or clears the enforcement of foreign keys, outside a transaction.
  func enforceForeignKeys(_ on: Bool) throws(StorageError) {
    try check(csqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_FKEY, on ? 1 : 0))
  }

  /// Keeps SQL from writing the schema's own table, or lets it
  /// (https://www.sqlite.org/c3ref/c_dbconfig_defensive.html).
  func protectSchema(_ on: Bool) throws(StorageError) {
    try check(csqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, on ? 1 : 0))
  }

  /// A number that changes when another connection has committed.
  public func dataVersion() throws(StorageError) -> Int64 { try integer("PRAGMA data_version") }

  /// Refuses to go on with a file that others no longer find under its name: it was moved, removed
  /// or replaced, and what they change is not seen here.
  func checkStillThere() throws(StorageError) {
    var hasMoved: Int32 = 0
    // A file system that cannot tell leaves it at 0.
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK,
      // mutant feed-file-replaced: `hasMoved != 0` -> `hasMoved > 1` (ChangeFeedTests)
      hasMoved != 0
    else { return }
    throw StorageError(
      .missing, "the database is no longer the one that is open", at: path,
      because: "its file was moved away or replaced", remedy: "open it again")
  }

  /// The first column of the only row of a query.
  func integer(_ sql: String) throws(StorageError) -> Int64 {
    let statement = try prepare(sql)
    return try statement.step() ? statement.int64(0) : 0
  }

  func string(_ sql: String) throws(StorageError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : ""
  }

  private func check(_ code: Int32) throws(StorageError) {
    if code != SQLITE_OK { throw failure(code) }
  }
}
