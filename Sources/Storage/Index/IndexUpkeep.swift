import CSQLite
import Catalogue

/// Keeps sort keys, years and the search index right, from the log of changes.
///
/// It runs at the end of every write transaction, so what the program writes is found at once, and
/// before a read when someone wrote by hand. Folding text happens in Swift; that is why no trigger
/// does it.
enum IndexUpkeep {
  /// How many books are in memory at once.
  private static let batch = 1000

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
    let through = try connection.integer("SELECT \(indexedThrough)")
    let last = try connection.integer("SELECT max(seq) FROM changes")
    guard last > through else { return }
    var after: Int64 = .min
    while true {
      // In the order of numbers, in which the index takes rows fastest.
      let statement = try connection.prepare(
        """
        SELECT DISTINCT number FROM changes WHERE seq > ? AND number > ? ORDER BY number LIMIT ?
        """)
      try statement.bind(through, after, batch)
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.int64(0)) }
      guard let greatest = numbers.last else { break }
      try index(numbers, on: connection)
      after = greatest
    }
    try setIndexedThroughEnd(on: connection)
  }

  /// Makes keys and index of every book anew, within a write transaction. O(books).
  static func rebuild(_ connection: Connection) throws(StorageError) {
    try empty(connection)
    try mend(connection)
  }

  /// Makes right what is not, of every book, within a write transaction. O(books).
  /// - Returns: how much was not right.
  @discardableResult
  static func mend(_ connection: Connection) throws(StorageError) -> Tally {
    var tally = Tally()
    tally.rows = try connection.run(
      """
      DELETE FROM books_fts WHERE rowid IN (
        SELECT f.rowid FROM books_fts AS f
        WHERE NOT EXISTS (SELECT 1 FROM books AS b WHERE b.number = f.rowid))
      """)
    var after: Int64 = .min
    while true {
      let statement = try connection.prepare(
        "SELECT number FROM books WHERE number > ? ORDER BY number LIMIT ?")
      try statement.bind(after, batch)
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.int64(0)) }
      guard let greatest = numbers.last else { break }
      let part = try index(numbers, on: connection)
      tally.keys += part.keys
      tally.rows += part.rows
      after = greatest
    }
    try setIndexedThroughEnd(on: connection)
    return tally
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

  private static func setIndexedThrough(_ seq: Int64, on connection: Connection)
    throws(StorageError)
  {
    try connection.run(
      """
      INSERT INTO settings (key, value) VALUES ('indexed_through', ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, seq)
  }

  /// Says that the index knows the whole log.
  static func setIndexedThroughEnd(on connection: Connection) throws(StorageError) {
    let through = try connection.integer("SELECT \(indexedThrough)")
    let last = try connection.integer("SELECT max(seq) FROM changes")
    guard last > through else { return }
    try setIndexedThrough(last, on: connection)
    try LogPruning.run(connection, from: through, to: last)
  }

  private struct Row {
    let number: Int64
    /// Nil: the book is gone.
    var book: IndexedBook?
    var state = State.absent

    /// What the index has of it.
    enum State { case absent, wrong, right }
  }

  /// Makes keys and index rows of some books right, in the order of their numbers.
  /// - Returns: how much was not right.
  @discardableResult
  static func index(_ numbers: [Int64], on connection: Connection) throws(StorageError) -> Tally {
    var tally = Tally()
    var rows: [Row] = []
    rows.reserveCapacity(numbers.count)
    // The keys of all first, then the index of all: between two rows of the index, a statement on a
    // table with triggers would make FTS5 write out what it has gathered.
    let select = try connection.prepare(ShownColumns.select)
    let update = try connection.prepare(
      "UPDATE books SET title_key = ?, author_key = ?, year = ? WHERE number = ?")
    let latestYear = try connection.latestYear()
    for number in numbers {
      try select.bind(number, at: 1)
      guard try select.step() else {
        rows.append(Row(number: number))
        continue
      }
      let book = IndexedBook(
        shown: ShownColumns.details(of: select), latestYear: latestYear)
      let isRight =
        select.optionalText(ShownColumns.titleKey) == book.keys.title
        && select.optionalText(ShownColumns.authorKey) == book.keys.author
        && select.optionalInt(ShownColumns.year) == book.keys.year
      select.reset()
      if !isRight {
        try update.bind(book.keys.title, book.keys.author, book.keys.year, number)
        try update.run()
        tally.keys += 1
      }
      rows.append(Row(number: number, book: book))
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
}
