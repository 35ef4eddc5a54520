import Catalogue

/// What was made right of what the program keeps beside what people said: keys, years, the search
/// index, the form of text, counters. Nothing is taken from a book; what only its owner can decide
/// stays.
public struct DatabaseMending: Hashable, Sendable {
  /// Books with a key for sorting or a year that was not theirs.
  public private(set) var keys = 0
  /// Rows of the search index that were missing, were too many, or had other words.
  public private(set) var indexRows = 0
  /// Books with text that was not in normalisation form C.
  public private(set) var texts = 0
  /// Counters in `settings` and of SQLite.
  public private(set) var counters = 0

  /// SQL: whether the counter of epochs is no number, or behind one that it gave.
  static let isEpochBehind = """
    coalesce((SELECT max(epoch) FROM accounts), 0) > coalesce((
      SELECT value FROM settings WHERE key = 'last_epoch' AND typeof(value) = 'integer'), -1)
    """

  /// SQL: whether the mark of the index is one that the log cannot have given.
  static let isIndexedThroughUnreadable = """
    EXISTS (SELECT 1 FROM changes) AND (
      SELECT value FROM settings WHERE key = 'indexed_through') IS NOT \(IndexUpkeep.indexedThrough)
    """

  mutating func mend(_ writes: ShortWrites) throws {
    let connection = writes.connection
    // At the end of a transaction it would do all that is due; here that is done in parts.
    let beforeCommit = connection.beforeCommit
    connection.beforeCommit = nil
    defer { connection.beforeCommit = beforeCommit }
    counters += try writes.run { try Self.mendCounters(connection) }
    try mendTexts(writes)
    if !writes.isTrial { try IndexUpkeep.catchUp(connection) }
    // A damaged index cannot be mended row by row. A run that ends before all rows are there again
    // leaves what the next one finds.
    if try connection.read({ try SearchIndexCheck.fault(of: connection) }) != nil {
      if writes.isTrial {
        indexRows = Int(try connection.integer("SELECT count(*) FROM books"))
        return
      }
      try writes.run {
        try IndexUpkeep.empty(connection)
        return 0
      }
    }
    let tally = try IndexUpkeep.mend(writes)
    keys = tally.keys
    indexRows = tally.rows
  }

  private static func mendCounters(_ connection: Connection) throws -> Int {
    var counters = try Counter.mend(on: connection)
    counters += try connection.run(
      """
      INSERT INTO settings (key, value)
      SELECT 'last_epoch', coalesce((SELECT max(epoch) FROM accounts), 0) WHERE \(Self.isEpochBehind)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """)
    counters += try connection.run(
      """
      INSERT INTO settings (key, value)
      SELECT 'indexed_through', 0 WHERE \(Self.isIndexedThroughUnreadable)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """)
    return counters
  }

  private mutating func mendTexts(_ writes: ShortWrites) throws {
    let connection = writes.connection
    var after: Int64 = .min
    while true {
      // Looked for without a lock, and looked at again under it.
      let numbers = try connection.read {
        try Self.booksWithOtherText(after: after, on: connection)
      }
      guard let last = numbers.last else { return }
      after = last
      texts += try writes.run { try Self.compose(numbers, on: connection) }
    }
  }

  private static let select = "SELECT number, typed, fetched, imported FROM books"

  /// The next books with text in another form, as many as one transaction changes.
  private static func booksWithOtherText(
    after: Int64, on connection: Connection
  ) throws -> [Int64] {
    let statement = try connection.prepare("\(select) WHERE number > ? ORDER BY number")
    try statement.bind(after)
    var numbers: [Int64] = []
    while numbers.count < ShortWrites.books, try statement.step() {
      if composed(statement) != nil { numbers.append(statement.int64(0)) }
    }
    return numbers
  }

  private static func compose(_ numbers: [Int64], on connection: Connection) throws -> Int {
    var count = 0
    for number in numbers {
      let texts = try connection.first("\(select) WHERE number = ?", number) { composed($0) } ?? nil
      guard let texts else { continue }
      do throws(StorageError) {
        try connection.run(
          "UPDATE books SET typed = ?, fetched = ?, imported = ? WHERE number = ?", texts[0],
          texts[1], texts[2], number)
        count += 1
      } catch {
        // A row that breaks a rule cannot be written; the check names it.
        guard error.kind == .constraint else { throw error }
      }
    }
    return count
  }

  /// The texts of a row composed; nil when they are so already, or no text.
  private static func composed(_ row: Statement) -> [String]? {
    var texts: [String] = []
    var differs = false
    for column in 1...3 {
      guard row.withUTF8(column, { (try? UTF8Span(validating: $0.span)) != nil }) else {
        return nil
      }
      let text = row.text(column)
      let composed = TextForm.composed(text)
      differs = differs || !text.utf8.elementsEqual(composed.utf8)
      texts.append(composed)
    }
    return differs ? texts : nil
  }
}

extension Database {
  /// Mends the library, in short transactions between which others can write. O(books).
  /// - Parameter isTrial: changes nothing, and only counts.
  /// - Returns: what was made right; for a trial, what would be.
  public func mend(isTrial: Bool = false) throws -> DatabaseMending {
    var mending = DatabaseMending()
    try withWriter { try mending.mend(ShortWrites(connection: $0, isTrial: isTrial)) }
    return mending
  }
}
