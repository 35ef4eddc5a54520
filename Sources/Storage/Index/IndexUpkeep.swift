import CSQLite
import Catalogue

/// Keeps sort keys, years and the search index right, from the log of changes.
///
/// It runs at the end of every write transaction, so what the program writes is found at once, and
/// before a read when someone wrote by hand. Folding text happens in Swift; that is why no trigger
/// does it.
enum IndexUpkeep {
  /// How many books are in memory at once.
  private static let batch = ShortWrites.books

  /// SQL: the last entry of the log that keys and index know. A value that cannot be one, as a hand
  /// may leave it, counts as 0.
  // mutant mark-ahead-counts-as-nothing:
  //   `AND value <= (SELECT max(seq) FROM changes)` -> `` (DatabaseMendingTests)
  static let indexedThrough = """
    coalesce((
      SELECT value FROM settings
      WHERE key = 'indexed_through'
        AND value <= (SELECT max(seq) FROM changes)), 0)
    """

  /// How much was not right.
  struct Tally: Hashable {
    /// Books with a key or a year that was not theirs.
    var keys = 0
    /// Rows of the search index.
    var rows = 0
  }

  /// Whether the log has entries that the index does not know.
  static func isBehind(_ connection: Connection) throws(StorageError) -> Bool {
    let statement = try connection.prepare(
      "SELECT EXISTS (SELECT 1 FROM changes WHERE seq > \(indexedThrough))")
    return try statement.step() && statement.bool(0)
  }

  /// Brings the index up to date, within a write transaction. O(changed books).
  static func run(_ connection: Connection) throws(StorageError) {
    let last = try connection.integer("SELECT max(seq) FROM changes")
    try run(connection, through: last)
  }

  /// Brings the index up to date in transactions of their own, none of which takes long, when much was
  /// written by hand.
  /// - Parameter patience: how long each waits for other writers; nil: as long as every write does.
  static func catchUp(_ connection: Connection, patience: Duration? = nil) throws {
    // Else the first commit would do all of it.
    let beforeCommit = connection.beforeCommit
    connection.beforeCommit = nil
    defer { connection.beforeCommit = beforeCommit }
    let end = """
      SELECT max(seq) FROM (
        SELECT seq FROM changes WHERE seq > \(indexedThrough) ORDER BY seq LIMIT \(batch))
      """
    while try isBehind(connection) {
      try connection.write(patience: patience ?? connection.busyTimeout) {
        // mutant catch-up-at-once: `try connection.integer(end)` -> `try connection.integer("SELECT max(seq) FROM changes")` (ShortWritesTests)
        try run(connection, through: try connection.integer(end))
      }
    }
  }

  private static func run(
    _ connection: Connection, through last: Int64
  ) throws(StorageError) {
    let through = try connection.integer("SELECT \(indexedThrough)")
    guard last > through else { return }
    var after: Int64 = .min
    while true {
      // In the order of numbers, in which the index takes rows fastest.
      let statement = try connection.prepare(
        """
        SELECT DISTINCT number FROM changes WHERE seq > ? AND seq <= ? AND number > ?
        ORDER BY number LIMIT ?
        """)
      try statement.bind(through, last, after, batch)
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.int64(0)) }
      guard let greatest = numbers.last else { break }
      try index(numbers, on: connection)
      after = greatest
    }
    try setIndexedThrough(last, from: through, on: connection)
  }

  /// Makes right what is not, of every book. O(books).
  /// - Returns: how much was not right.
  static func mend(_ writes: ShortWrites) throws -> Tally {
    let connection = writes.connection
    var tally = Tally()
    var after: Int64 = .min
    // Looked for without a lock, and looked at again under it.
    while true {
      let numbers = try connection.read {
        try connection.all(
          """
          SELECT f.rowid FROM books_fts AS f
          WHERE f.rowid > ? AND NOT EXISTS (SELECT 1 FROM books AS b WHERE b.number = f.rowid)
          ORDER BY f.rowid LIMIT ?
          """, after, batch
        ) { $0.int64(0) }
      }
      guard let greatest = numbers.last else { break }
      tally.rows += try writes.run { try removeRows(numbers, on: connection) }
      after = greatest
    }
    after = .min
    while true {
      let numbers = try connection.read {
        try connection.all(
          "SELECT number FROM books WHERE number > ? ORDER BY number LIMIT ?", after, batch
        ) { $0.int64(0) }
      }
      guard let greatest = numbers.last else { break }
      after = greatest
      let wrong = try connection.read {
        try examine(numbers, on: connection).filter { !$0.isRight }.map(\.number)
      }
      if wrong.isEmpty { continue }
      try writes.run {
        let part = try index(wrong, on: connection)
        tally.keys += part.keys
        tally.rows += part.rows
        return part.rows
      }
    }
    return tally
  }

  /// Removes rows of the index whose books are gone.
  private static func removeRows(
    _ numbers: [Int64], on connection: Connection
  ) throws(StorageError) -> Int {
    var count = 0
    for number in numbers {
      count += try connection.run(
        """
        DELETE FROM books_fts
        WHERE rowid = ?1 AND NOT EXISTS (SELECT 1 FROM books WHERE number = ?1)
        """, number)
    }
    return count
  }

  /// Makes the index anew, without a row. A damaged one cannot be emptied by deleting from it.
  static func empty(_ connection: Connection) throws(StorageError) {
    let sql = try connection.string("SELECT sql FROM sqlite_schema WHERE name = 'books_fts'")
    do throws(StorageError) {
      try connection.execute("DROP TABLE books_fts")
    } catch {
      guard error.kind == .corrupt else { throw error }
      // FTS5 reads its table's structure before it drops the table, so give it that of an empty one.
      // These tables are kept from SQL while DEFENSIVE is set.
      csqlite_configure(connection.handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
      defer { csqlite_configure(connection.handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
      try connection.execute(
        """
        DELETE FROM books_fts_data; DELETE FROM books_fts_idx;
        INSERT INTO books_fts_data (id, block) VALUES (1, x''), (10, x'00000000000000');
        DROP TABLE books_fts
        """)
    }
    try connection.execute(sql)
  }

  /// Says that the index knows the whole log.
  static func setIndexedThroughEnd(on connection: Connection) throws(StorageError) {
    let through = try connection.integer("SELECT \(indexedThrough)")
    let last = try connection.integer("SELECT max(seq) FROM changes")
    guard last > through else { return }
    try setIndexedThrough(last, from: through, on: connection)
  }

  private static func setIndexedThrough(
    _ last: Int64, from through: Int64, on connection: Connection
  ) throws(StorageError) {
    try connection.run(
      """
      INSERT INTO settings (key, value) VALUES ('indexed_through', ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, last)
    try LogPruning.run(connection, from: through, to: last)
  }

  private struct Row {
    let number: Int64
    /// Nil: the book is gone.
    var book: IndexedBook?
    var hasRightKeys = true
    /// What the index has of it.
    var state = State.absent

    enum State { case absent, wrong, right }

    var isRight: Bool { hasRightKeys && state == (book == nil ? .absent : .right) }
  }

  /// Makes keys and index rows of some books right, in the order of their numbers.
  /// - Returns: how much was not right.
  @discardableResult
  static func index(_ numbers: [Int64], on connection: Connection) throws(StorageError) -> Tally {
    var tally = Tally()
    let rows = try examine(numbers, on: connection)
    // The keys of all first, then the index of all: between two rows of the index, a statement on a
    // table with triggers would make FTS5 write out what it has gathered.
    let update = try connection.prepare(
      "UPDATE books SET title_key = ?, author_key = ?, year = ? WHERE number = ?")
    for row in rows where !row.hasRightKeys {
      guard let keys = row.book?.keys else { continue }
      try update.bind(keys.title, keys.author, keys.year, row.number)
      try update.run()
      tally.keys += 1
    }
    let writer = try IndexWriter(connection)
    for row in rows where row.state != .right {
      guard let book = row.book else {
        try writer.delete(row.number)
        continue
      }
      // Replacing looks for what is there; nothing is.
      if row.state == .absent {
        try writer.insert(book, at: row.number)
      } else {
        try writer.put(book, at: row.number)
      }
      tally.rows += 1
    }
    return tally
  }

  /// Compares keys and index rows of some books with what the books give.
  private static func examine(
    _ numbers: [Int64], on connection: Connection
  ) throws(StorageError) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(numbers.count)
    let select = try connection.prepare(ShownColumns.select)
    let latestYear = try connection.latestYear()
    for number in numbers {
      var row = Row(number: number)
      try select.bind(number, at: 1)
      if try select.step() {
        let book = IndexedBook(shown: ShownColumns.details(of: select), latestYear: latestYear)
        row.book = book
        row.hasRightKeys =
          select.optionalText(ShownColumns.titleKey) == book.keys.title
          && select.optionalText(ShownColumns.authorKey) == book.keys.author
          && select.optionalInt(ShownColumns.year) == book.keys.year
        select.reset()
      }
      rows.append(row)
    }
    let find = try connection.prepare(
      "SELECT title, authors, subjects, publisher, notes FROM books_fts WHERE rowid = ?")
    for (position, row) in rows.enumerated() {
      guard let book = row.book else { continue }
      try find.bind(row.number, at: 1)
      if try find.step() {
        let isRight =
          find.text(0) == book.title && find.text(1) == book.authors
          && find.text(2) == book.subjects && find.text(3) == book.publisher
          && find.text(4) == book.notes
        rows[position].state = isRight ? .right : .wrong
      }
      find.reset()
    }
    return rows
  }
}
