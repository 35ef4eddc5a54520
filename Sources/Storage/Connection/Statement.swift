import CSQLite

/// A prepared statement: bind its values, step through its rows, read their columns.
///
/// Values are bound from position 1, columns are read from position 0, as in SQLite.
public final class Statement {
  /// The text that it was made from.
  public let sql: String
  let handle: OpaquePointer
  let connection: Connection

  init(handle: OpaquePointer, sql: String, connection: Connection) {
    self.handle = handle
    self.sql = sql
    self.connection = connection
  }

  deinit {
    // The code of a reset repeats the failure of the last step, which was thrown then.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    connection.statements.put(handle, sql: sql)
  }

  /// Goes to the next row.
  ///
  /// After the last row the statement is reset and keeps its values: bind others and step again.
  /// - Returns: whether there is a row; a statement without rows has run when this is false.
  public func step() throws(StorageError) -> Bool {
    // mutant lost-transaction:
    //   `if connection.transaction.isLost { throw connection.transactionLost() }`
    //   -> `` (TransactionTests)
    if connection.transaction.isLost { throw connection.transactionLost() }
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    case let code: throw failure(code)
    }
  }

  /// Runs to the end and drops the rows, if any.
  public func run() throws(StorageError) {
    while try step() {}
  }

  /// Leaves the rows, so that other values can be bound; the values stay until then.
  public func reset() {
    sqlite3_reset(handle)
  }

  /// How many columns a row has.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// Rows that were visited one after another, without an index; for tests of query plans.
  public var fullScanSteps: Int {
    Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
  }

  /// Sorts that no index saved; for tests of query plans.
  public var sorts: Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_SORT, 0)) }

  /// Makes the error for a code and resets, so that the statement can be used again.
  @inline(never)
  func failure(_ code: Int32) -> StorageError {
    let error = connection.failure(code, sql: sql)
    sqlite3_reset(handle)
    connection.noteLostTransaction()
    return error
  }

  /// Throws unless a bind went well.
  @inline(__always)
  func check(_ code: Int32) throws(StorageError) {
    if code != SQLITE_OK { throw failure(code) }
  }
}
