import CSQLite
import Catalogue
import Migrations

/// Looks for everything that can be wrong with a library.
public struct DatabaseCheck: Sendable {
  /// What is wrong, in the order in which it was looked for.
  public var findings: [DatabaseFinding] { list.findings }
  /// What the reader should know though nothing is wrong: versions, what could not be looked at.
  public private(set) var notes: [String] = []
  /// How many books were looked at.
  public private(set) var books = 0

  private var list = FindingList()

  /// Checks a library.
  /// - Parameters:
  ///   - connection: a connection in a transaction, as `Database.readAndWait` gives it.
  ///   - deep: reads every page and every index of the file, too. O(file); otherwise the contents of
  ///     indexes are not compared with their tables. O(books) in both cases.
  /// - Throws: a `StorageError` when the check itself cannot go on.
  public init(_ connection: Connection, deep: Bool = false) throws {
    try noteVersion(connection)
    try checkFile(connection, deep: deep)
    try checkSchema(connection)
    try checkForeignKeys(connection)
    try checkAccounts(connection)
    for finding in try Counter.findings(on: connection) { add(finding) }
    let hasIndex = try checkSearchIndex(connection)
    checkPermissions(connection)
    var books = BookCheck(findings: list)
    try books.run(connection, comparingIndex: hasIndex)
    self.books = books.count
    list = books.findings
    notes += list.omissions
  }

  private mutating func add(_ finding: DatabaseFinding) { list.add(finding) }

  private mutating func noteVersion(_ connection: Connection) throws {
    let version = String(cString: sqlite3_libversion())
    notes.append(
      SQLiteVersion.hasWALResetBug(Int(sqlite3_libversion_number()))
        ? "SQLite \(version) has the WAL-reset bug; this program's own checkpoints avoid it, those "
          + "of the sqlite3 shell do not (see docs/database.md)"
        : "SQLite \(version) does not have the WAL-reset bug")
    guard !connection.isReadOnly, try connection.string("PRAGMA journal_mode") == "wal" else {
      return
    }
    var frames: UInt32 = 0
    var moved: UInt32 = 0
    guard csqlite_log_frames(connection.handle, &frames, &moved) != 0 else { return }
    if moved > frames {
      add(
        DatabaseFinding(
          .log, "the log has \(frames) frames, and \(moved) of them were moved into the database",
          remedy: "commits may have been lost: close every program that uses the database, and "
            + "compare with a backup"))
    }
  }

  private mutating func checkFile(_ connection: Connection, deep: Bool) throws {
    let pragma = deep ? "integrity_check" : "quick_check"
    do {
      try connection.forEach("PRAGMA \(pragma)(\(FindingList.limit))") { row in
        let text = row.text(0)
        guard text != "ok" else { return }
        add(
          DatabaseFinding(
            .damaged, text,
            remedy: text.hasPrefix("CHECK") || text.hasPrefix("non-") || text.hasPrefix("NULL")
              ? "correct the row with sqlite3" : "restore a backup"))
      }
    } catch let error as StorageError where error.kind == .corrupt {
      add(DatabaseFinding(.damaged, error.cause, remedy: "restore a backup"))
    }
  }

  private mutating func checkSchema(_ connection: Connection) throws {
    for difference in try SchemaGuard(migrations: Migrations.all).differences(of: connection) {
      add(
        DatabaseFinding(
          .schema, "\(difference.object): \(difference.cause)", remedy: difference.remedy))
    }
  }

  private mutating func checkForeignKeys(_ connection: Connection) throws {
    try connection.forEach("PRAGMA foreign_key_check") { row in
      let table = row.text(0)
      add(
        DatabaseFinding(
          .foreignKey,
          "row \(row.text(1)) of \(table) names a row of \(row.text(2)) that is not "
            + "there",
          remedy: table == "tickets" ? "delete the row; it allows nothing" : "correct the row"))
    }
  }

  private mutating func checkAccounts(_ connection: Connection) throws {
    if try connection.integer("SELECT count(*) FROM accounts WHERE is_current = 1") == 0 {
      add(
        DatabaseFinding(
          .account, "no account is current", remedy: "choose one with `account use NAME`"))
    }
    if try connection.integer("SELECT \(DatabaseMending.isEpochBehind)") != 0 {
      add(
        DatabaseFinding(
          .account, "the counter of epochs is behind an account's epoch",
          remedy: Self.fix))
    }
    if try connection.integer("SELECT \(DatabaseMending.isIndexedThroughUnreadable)") != 0 {
      add(
        DatabaseFinding(
          .index, "indexed_through in settings is no entry of the log", remedy: Self.fix))
    }
    try connection.forEach("SELECT id, count(*) FROM books GROUP BY id HAVING count(*) > 1") {
      add(
        DatabaseFinding(
          .id, "\($0.int(1)) books have the id \($0.text(0))", remedy: "delete all but one"))
    }
  }

  /// - Returns: whether the index can be read.
  private mutating func checkSearchIndex(_ connection: Connection) throws -> Bool {
    do throws(StorageError) {
      if let fault = try SearchIndexCheck.fault(of: connection) {
        add(
          DatabaseFinding(.index, "the search index is damaged: \(fault)", remedy: Self.fix))
        return false
      }
    } catch {
      guard [.diskFull, .io, .cannotOpen, .readOnly].contains(error.kind) else { throw error }
      notes.append("the search index was not checked from within: \(error.cause)")
    }
    try connection.forEach(
      """
      SELECT f.rowid FROM books_fts AS f
      WHERE NOT EXISTS (SELECT 1 FROM books AS b WHERE b.number = f.rowid)
        AND f.rowid NOT IN (\(BookCheck.pending))
      LIMIT \(FindingList.limit + 1)
      """
    ) { row in
      add(
        DatabaseFinding(
          .index, "the search index has a row \(row.text(0)) without a book",
          remedy: Self.fix))
    }
    return true
  }

  /// The remedy for all that `DatabaseMending` makes right.
  static let fix = "`db check --fix` makes it right"

  private mutating func checkPermissions(_ connection: Connection) {
    guard let file = sqlite3_db_filename(connection.handle, "main") else { return }
    let path = String(cString: file)
    for suffix in ["", "-wal", "-shm", ".lock"] {
      if let mode = FileMode.of(path + suffix), mode & 0o077 != 0 {
        add(
          DatabaseFinding(
            .permissions, "others can open \(path)\(suffix)", remedy: "chmod 600 on it stops that"))
      }
    }
  }
}
