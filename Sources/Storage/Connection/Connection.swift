import CSQLite
import Synchronization

/// An open SQLite database, used by one owner at a time.
///
/// A connection is not Sendable: SQLite is opened without its own mutexes, so only the queue (or
/// thread) that owns it may call it.
public final class Connection {
  /// How a file is opened.
  public enum Mode: Hashable, Sendable {
    case readOnly
    case readWrite
    /// Makes the file when none is there.
    case create
  }

  private static let lastStamp = Atomic<UInt64>(0)

  /// The file's path, as given.
  public let path: String
  /// Tells this connection from every other of the process.
  let stamp = Connection.lastStamp.add(1, ordering: .relaxed).newValue
  let handle: OpaquePointer
  var statements: StatementCache
  var transaction = TransactionState()
  /// Held around each write transaction and each checkpoint; nil where no log is kept.
  var writeLock: WriteLock?
  var busyTimeout = Duration.zero
  /// The length of the log after the last commit of this connection.
  var logPages = 0
  /// How many write transactions were committed that changed something, since the work began of which
  /// an error has to say what it leaves: since the library was opened.
  var commits = 0
  /// How long the log may become before it is moved into the database.
  var checkpointPages = 1000
  var checkpointThreshold = 1000
  /// Whether the search index has the program's function for ranking here.
  var canRank = false
  /// Runs while a checkpoint holds the write lock, for tests.
  var duringCheckpoint: (() -> Void)?
  /// Runs at the end of every write transaction that changed something, before it is committed.
  var beforeCommit: ((Connection) throws -> Void)?

  /// Opens a database as it is, without the checks and settings of a library.
  /// - Parameters:
  ///   - path: the file; `:memory:` for a database that ends with the connection.
  ///   - mode: whether it may be written or made.
  ///   - statementLimit: how many prepared statements are kept for the next use.
  public convenience init(
    path: String, mode: Mode = .create, statementLimit: Int = 64
  ) throws(StorageError) {
    let flags =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    // The systems' SQLite may take what begins so as a URI (https://www.sqlite.org/uri.html).
    // mutant path-as-uri: `path.hasPrefix("file:") ? "./" + path : path` -> `path` (BackupFileTests)
    let name = path.hasPrefix("file:") ? "./" + path : path
    try self.init(name: name, path: path, flags: flags, statementLimit: statementLimit)
  }

  /// Opens a database in memory.
  public static func inMemory() throws(StorageError) -> Connection {
    try Connection(path: ":memory:")
  }

  /// Opens what SQLite calls `name`, a path or a URI; `path` is how errors call it.
  init(name: String, path: String, flags: Int32, statementLimit: Int = 64) throws(StorageError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let error = StorageError(
        code: code, handle: opened, what: "cannot open the database", path: path)
      sqlite3_close_v2(opened)
      throw error
    }
    self.path = path
    handle = opened
    statements = StatementCache(limit: statementLimit)
  }

  deinit {
    statements.removeAll()
    // SQLite moves the log into the database when the last connection closes. That is a checkpoint
    // like any other: only under the write lock.
    let mayCheckpoint = (try? writeLock?.tryAcquire()) ?? (writeLock == nil)
    // mutant close-under-lock: `if !mayCheckpoint { csqlite` -> `if false { csqlite` (LockingTests)
    if !mayCheckpoint { csqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
    // v2 waits for statements that are still out; they keep the connection alive, so none is.
    sqlite3_close_v2(handle)
    if mayCheckpoint { writeLock?.release() }
  }

  /// The number of rows that the last INSERT, UPDATE or DELETE changed, triggers not counted.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The rowid of the last row inserted on this connection.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Whether the database may only be read.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// Gives a statement that is ready to bind and step; one that was used before is used again.
  ///
  /// It goes back to the cache, reset and without its values, when its last reference goes.
  /// - Parameter sql: one statement, with `?` for each value.
  public func prepare(_ sql: String) throws(StorageError) -> Statement {
    if let kept = statements.take(sql) {
      return Statement(handle: kept, sql: sql, connection: self)
    }
    var sql = sql
    var code = SQLITE_OK
    var prepared: OpaquePointer?
    var rest = 0
    sql.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        code = sqlite3_prepare_v3(
          handle, text.baseAddress, Int32(clamping: text.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, &tail)
        if let tail, let start = text.baseAddress {
          for position in (tail - start)..<text.count where text[position] > 0x20 { rest += 1 }
        }
      }
    }
    guard code == SQLITE_OK else { throw failure(code, sql: sql) }
    guard let prepared, rest == 0 else {
      sqlite3_finalize(prepared)
      throw StorageError(
        .misuse, "cannot prepare a statement", at: path,
        because: prepared == nil ? "there is no SQL in the text" : "text follows the statement",
        remedy: "use `execute` for several statements", sql: sql)
    }
    return Statement(handle: prepared, sql: sql, connection: self)
  }

  /// Runs every statement of a text, for example of a migration, and drops rows that come out.
  /// - Parameter script: statements with `;` between them, without values to bind.
  public func execute(_ script: String) throws(StorageError) {
    var script = script
    var failed: StorageError?
    script.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        failed = run(text)
      }
    }
    if let failed { throw failed }
  }

  private func run(_ text: UnsafeBufferPointer<CChar>) -> StorageError? {
    guard let start = text.baseAddress else { return nil }
    var next = start
    let end = start + text.count
    while next < end {
      var prepared: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      var code = sqlite3_prepare_v3(
        handle, next, Int32(clamping: end - next), 0, &prepared, &tail)
      let after = tail ?? end
      if code == SQLITE_OK {
        // Nothing is prepared from what is only space or a comment.
        if prepared != nil {
          repeat { code = sqlite3_step(prepared) } while code == SQLITE_ROW
        }
        if prepared == nil || code == SQLITE_DONE { code = SQLITE_OK }
      }
      if code != SQLITE_OK {
        let length = (tail == nil || after == next ? end : after) - next
        let sql = String(
          decoding: UnsafeRawBufferPointer(start: next, count: length), as: UTF8.self)
        let error = failure(code, sql: sql)
        sqlite3_finalize(prepared)
        noteLostTransaction()
        return error
      }
      sqlite3_finalize(prepared)
      next = after
    }
    return nil
  }

  /// Makes the error for a result code of the last call.
  func failure(_ code: Int32, sql: String? = nil) -> StorageError {
    // The code of a full disk is also that of a counter that is at its end.
    // mutant counter-as-disk: `code & 0xFF == SQLITE_FULL` -> `false` (CounterTests)
    if code & 0xFF == SQLITE_FULL, let table = Counter.exhausted(on: self) {
      return StorageError(
        .exhausted, "no number is left for a new row of \(table)", at: path,
        because: "its counter is at \(Int64.max), the largest number",
        remedy: StorageError.Kind.exhausted.remedy, code: code, sql: sql)
    }
    // The next epoch would be no whole number, which a rule of the table refuses.
    if code & 0xFF == SQLITE_CONSTRAINT,
      String(cString: sqlite3_errmsg(handle)).contains("last_epoch"),
      (try? integer("SELECT \(Counter.isEpochNearEnd)")) == 1
    {
      return StorageError(
        .exhausted, "no epoch is left for the account", at: path,
        because: "the counter of epochs is at its end",
        remedy: StorageError.Kind.exhausted.remedy, code: code, sql: sql)
    }
    let what =
      switch StorageError.Kind(code: code) {
      case .locked: "the database is locked"
      case .diskFull: "the disk is full"
      case .constraint: "the row was refused"
      case .corrupt: "the database is damaged"
      case .interrupted: "the work was interrupted"
      default: "the database could not do what was asked"
      }
    var error = StorageError(code: code, handle: handle, what: what, path: path, sql: sql)
    if error.kind == .locked, let file = sqlite3_db_filename(handle, "main"),
      let holder = LockHolder.describe(ofDatabase: String(cString: file))
    {
      error.cause = "\(holder), is writing"
    }
    return error
  }
}
