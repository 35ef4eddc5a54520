import CSQLite
import Catalogue
import Testing

@testable import Storage

/// Checking and mending hold up nobody who writes meanwhile.
@Suite struct ShortWritesTests {
  let library: Library
  /// Another program's connection, which waits for nobody.
  let other: Connection

  init() throws {
    library = try Library()
    other = try Connection(path: library.database.path, mode: .readWrite)
    try other.execute("PRAGMA wal_autocheckpoint = 0")
  }

  /// Counts the commits of a connection, and the most rows that one of them changed.
  private final class Commits {
    private(set) var count = 0
    private(set) var mostRows = 0
    private var before = 0
    private let connection: Connection

    init(of connection: Connection) {
      self.connection = connection
      before = connection.totalChanges
      sqlite3_commit_hook(
        connection.handle,
        { context in
          guard let context else { return 0 }
          Unmanaged<Commits>.fromOpaque(context).takeUnretainedValue().note()
          return 0
        }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { sqlite3_commit_hook(connection.handle, nil, nil) }

    private func note() {
      count += 1
      mostRows = max(mostRows, connection.totalChanges - before)
      before = connection.totalChanges
    }
  }

  private func addByHand(_ count: Int) throws {
    try other.execute(
      """
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO books (account, typed) SELECT 1, json_object('title', 'Word ' || i) FROM n
      """)
  }

  @Test("a check takes no lock that keeps others from writing", arguments: [false, true])
  func check(isDeep: Bool) throws {
    try library.add { $0.title = "A" }
    try library.read { connection in
      #expect(try DatabaseCheck(connection, deep: isDeep).findings == [])
      #expect(sqlite3_txn_state(connection.handle, "main") == SQLITE_TXN_READ)
      try other.execute("BEGIN IMMEDIATE; UPDATE books SET edited_at = added_at; COMMIT")
    }
  }

  @Test("a check of a search index that is damaged or incomplete says so, and takes no lock either")
  func damagedIndex() throws {
    try library.add { $0.title = "A" }
    for sql in [
      "DELETE FROM books_fts_docsize", "DELETE FROM books_fts_idx; DELETE FROM books_fts_data",
      "UPDATE books_fts_content SET c0 = 'b'",
    ] {
      try other.execute("BEGIN; \(sql); COMMIT")
      try library.read { connection in
        let findings = try DatabaseCheck(connection).findings
        #expect(findings.contains { $0.kind == .index }, "\(sql): \(findings)")
        #expect(sqlite3_txn_state(connection.handle, "main") == SQLITE_TXN_READ)
      }
      _ = try library.database.mend()
      #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
    }
  }

  @Test("what was written by hand is brought up to date in several short transactions")
  func catchUp() throws {
    try addByHand(3500)
    let commits = try library.database.withWriter { connection in
      let commits = Commits(of: connection)
      try IndexUpkeep.catchUp(connection)
      return (commits.count, commits.mostRows)
    }
    #expect(commits.0 > 3)
    #expect(commits.1 < 10 * ShortWrites.books)
    #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
  }

  @Test("mending much takes several short transactions, between which others write")
  func mending() throws {
    try addByHand(3500)
    #expect(try library.read { try BookCount.all(on: $0) } == 3500)
    try other.execute(
      """
      UPDATE books SET title_key = 'x', typed = json_set(typed, '$.notes', 'e' || char(769));
      DELETE FROM books_fts WHERE rowid % 2 = 0;
      INSERT INTO books_fts (rowid, title) SELECT number + 10000, 'x' FROM books
      """)
    let trial = try library.database.mend(isTrial: true)
    #expect(trial.texts == 3500 && trial.indexRows > 0)
    #expect(try library.value("SELECT count(*) FROM books_fts WHERE rowid > 10000") == "3500")
    let result = try library.database.withWriter { connection in
      let commits = Commits(of: connection)
      var mending = DatabaseMending()
      try mending.mend(ShortWrites(connection: connection, isTrial: false))
      return (mending, commits.count, commits.mostRows)
    }
    #expect(result.0.texts == 3500)
    #expect(result.1 >= 8)
    // A book has its row, its entry in the log, its keys and its rows in the index's tables.
    #expect(result.2 < 12 * ShortWrites.books, "\(result)")
    #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
  }

  @Test("the search index is merged into one part in several short transactions")
  func optimizing() throws {
    try addByHand(3000)
    #expect(try library.database.optimize() == 3000)
    let parts = try library.value(
      "SELECT count(DISTINCT segid) FROM books_fts_idx")
    #expect(parts == "1" || parts == "0")
    #expect(try library.read { try DatabaseCheck($0, deep: true).findings } == [])
  }
}
