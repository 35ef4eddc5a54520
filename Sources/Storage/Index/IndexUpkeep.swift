import Catalogue

/// Keeps sort keys, years and the search index right, from the log of changes.
///
/// It runs at the end of every write transaction, so what the program writes is found at once, and
/// before a read when someone wrote by hand. Folding text happens in Swift; that is why no trigger
/// does it.
enum IndexUpkeep {
  /// How many books are in memory at once.
  private static let batch = 1000

  /// Whether the log has entries that the index does not know.
  static func isBehind(_ connection: Connection) throws(StorageError) -> Bool {
    let statement = try connection.prepare(
      """
      SELECT EXISTS (SELECT 1 FROM changes
        WHERE seq > coalesce((SELECT value FROM settings WHERE key = 'indexed_through'), 0))
      """)
    return try statement.step() && statement.bool(0)
  }

  /// Brings the index up to date, within a write transaction. O(changed books).
  static func run(_ connection: Connection) throws(StorageError) {
    let through = try connection.integer(
      "SELECT value FROM settings WHERE key = 'indexed_through'")
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
    try connection.run("DELETE FROM books_fts")
    var after: Int64 = 0
    while true {
      let statement = try connection.prepare(
        "SELECT number FROM books WHERE number > ? ORDER BY number LIMIT ?")
      try statement.bind(after, batch)
      var numbers: [Int64] = []
      while try statement.step() { numbers.append(statement.int64(0)) }
      guard let greatest = numbers.last else { break }
      try index(numbers, on: connection)
      after = greatest
    }
    try setIndexedThroughEnd(on: connection)
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
    let through = try connection.integer(
      "SELECT value FROM settings WHERE key = 'indexed_through'")
    let last = try connection.integer("SELECT max(seq) FROM changes")
    guard last > through else { return }
    try setIndexedThrough(last, on: connection)
    try LogPruning.run(connection, from: through, to: last)
  }

  private struct Row {
    let number: Int64
    /// Nil: the book is gone.
    var book: IndexedBook?
  }

  /// Makes keys and index rows of some books right, in the order of their numbers.
  static func index(_ numbers: [Int64], on connection: Connection) throws(StorageError) {
    var rows: [Row] = []
    rows.reserveCapacity(numbers.count)
    // The keys of all first, then the index of all: between two rows of the index, a statement on a
    // table with triggers would make FTS5 write out what it has gathered.
    let select = try connection.prepare(ShownColumns.select)
    let update = try connection.prepare(
      "UPDATE books SET title_key = ?, author_key = ?, year = ? WHERE number = ?")
    for number in numbers {
      try select.bind(number, at: 1)
      guard try select.step() else {
        rows.append(Row(number: number))
        continue
      }
      let book = IndexedBook(shown: ShownColumns.details(of: select))
      let isRight =
        select.optionalText(ShownColumns.titleKey) == book.titleKey
        && select.optionalText(ShownColumns.authorKey) == book.authorKey
        && select.optionalInt(ShownColumns.year) == book.year
      select.reset()
      if !isRight {
        try update.bind(book.titleKey, book.authorKey, book.year, number)
        try update.run()
      }
      rows.append(Row(number: number, book: book))
    }
    let find = try connection.prepare(
      "SELECT title, authors, subjects, publisher, notes FROM books_fts WHERE rowid = ?")
    let writer = try IndexWriter(connection)
    for row in rows {
      guard let book = row.book else {
        try writer.delete(row.number)
        continue
      }
      try find.bind(row.number, at: 1)
      let isRight =
        try find.step() && find.text(0) == book.title && find.text(1) == book.authors
        && find.text(2) == book.subjects && find.text(3) == book.publisher
        && find.text(4) == book.notes
      find.reset()
      if !isRight { try writer.put(book, at: row.number) }
    }
  }
}
