import Catalogue

/// Makes right what the program keeps beside what people said: keys, years, the search index, the
/// form of text, counters. It takes nothing from a book; what only its owner can decide stays.
public struct DatabaseMending: Hashable, Sendable {
  /// Books with a key for sorting or a year that was not theirs.
  public private(set) var keys = 0
  /// Rows of the search index that were missing, were too many, or had other words.
  public private(set) var indexRows = 0
  /// Books with text that was not in normalisation form C.
  public private(set) var texts = 0
  /// Counters in `settings`.
  public private(set) var counters = 0

  /// Mends a library. O(books).
  /// - Parameter connection: a connection in a write transaction.
  public init(_ connection: Connection) throws {
    try mendCounters(connection)
    try mendTexts(connection)
    // mutant damaged-index-is-made-anew:
    //   `if try !Self.isIndexSound(connection) { try IndexUpkeep.empty(connection) }`
    //   -> `` (DatabaseMendingTests)
    if try !Self.isIndexSound(connection) { try IndexUpkeep.empty(connection) }
    let tally = try IndexUpkeep.mend(connection)
    keys = tally.keys
    indexRows = tally.rows
  }

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

  private mutating func mendCounters(_ connection: Connection) throws {
    counters += try Counter.mend(on: connection)
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
  }

  private mutating func mendTexts(_ connection: Connection) throws {
    let select = try connection.prepare(
      "SELECT number, typed, fetched, imported FROM books WHERE number > ? ORDER BY number")
    var after: Int64 = .min
    // One book at a time: what is read must not move under its own writer.
    while let (number, texts) = try Self.next(select, after: after) {
      after = number
      do throws(StorageError) {
        try connection.run(
          "UPDATE books SET typed = ?, fetched = ?, imported = ? WHERE number = ?", texts[0],
          texts[1], texts[2], number)
        self.texts += 1
      } catch {
        // A row that breaks a rule cannot be written; the check names it.
        guard error.kind == .constraint else { throw error }
      }
    }
  }

  /// The next book with text in another form, and its text composed.
  private static func next(
    _ select: Statement, after: Int64
  ) throws(StorageError) -> (Int64, [String])? {
    try select.bind(after)
    defer { select.reset() }
    while try select.step() {
      var texts: [String] = []
      var differs = false
      var isText = true
      for column in 1...3 {
        isText =
          isText
          && select.withUTF8(column) { (try? UTF8Span(validating: $0.span)) != nil }
        let text = select.text(column)
        let composed = TextForm.composed(text)
        differs = differs || !text.utf8.elementsEqual(composed.utf8)
        texts.append(composed)
      }
      if isText, differs { return (select.int64(0), texts) }
    }
    return nil
  }

  private static func isIndexSound(_ connection: Connection) throws(StorageError) -> Bool {
    do throws(StorageError) {
      try connection.run("INSERT INTO books_fts (books_fts) VALUES ('integrity-check')")
      return true
    } catch {
      guard error.kind == .corrupt || error.kind == .statement else { throw error }
      return false
    }
  }
}
