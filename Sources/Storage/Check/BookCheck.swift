import Catalogue

/// Compares each book with what the program keeps of it, and reads it as the program does.
struct BookCheck {
  private(set) var findings: FindingList
  private(set) var count = 0

  init(findings: FindingList) { self.findings = findings }

  /// Books that changed since the index was brought up to date; what is kept of them is not due yet.
  static let pending = "SELECT number FROM changes WHERE seq > \(IndexUpkeep.indexedThrough)"

  /// - Parameter comparingIndex: false when the search index cannot be read. O(books).
  mutating func run(_ connection: Connection, comparingIndex: Bool) throws {
    var pending: Set<Int64> = []
    try connection.forEach(Self.pending) { pending.insert($0.int64(0)) }
    let find =
      comparingIndex
      ? try connection.prepare(
        "SELECT title, authors, subjects, publisher, notes FROM books_fts WHERE rowid = ?") : nil
    let shown = try connection.prepare(ShownColumns.select)
    let latestYear = try connection.latestYear()
    try connection.forEach("SELECT \(Book.columns) FROM books ORDER BY number") { row in
      count += 1
      let number = BookNumber(rawValue: row.int64(0))
      checkRow(row, number)
      guard !pending.contains(number.rawValue) else { return }
      try shown.bind(number, at: 1)
      defer { shown.reset() }
      guard try shown.step() else { return }
      let book = IndexedBook(
        shown: ShownColumns.details(of: shown), latestYear: latestYear)
      checkKeys(book, shown, number)
      guard let find else { return }
      try find.bind(number, at: 1)
      defer { find.reset() }
      try checkIndex(book, find, number)
    }
  }

  private mutating func add(
    _ kind: DatabaseFinding.Kind, _ number: BookNumber, _ message: String, remedy: String
  ) {
    findings.add(DatabaseFinding(kind, book: number, message, remedy: remedy))
  }

  private mutating func checkRow(_ row: Statement, _ number: BookNumber) {
    do throws(StorageError) {
      _ = try Book(row: row)
    } catch {
      add(.row, number, error.cause, remedy: "correct it with sqlite3")
    }
    for column in ["typed", "fetched", "imported"].indices {
      let name = ["typed", "fetched", "imported"][column]
      let isUTF8 = row.withUTF8(column + 6) { bytes in
        bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
      }
      guard isUTF8 else {
        add(.text, number, "\(name) is not UTF-8", remedy: "set it anew")
        continue
      }
      let text = row.text(column + 6)
      if !text.utf8.elementsEqual(TextForm.composed(text).utf8) {
        add(
          .text, number, "\(name) has text that is not in normalisation form C",
          remedy: DatabaseCheck.fix)
      }
      if text != "{}" { checkValues(text, of: name, number) }
    }
  }

  private mutating func checkValues(_ text: String, of origin: String, _ number: BookNumber) {
    // What is no JSON object was named above.
    guard case .object(let members)? = try? JSONValue(json: text) else { return }
    for (name, value) in members.sorted(by: { $0.key < $1.key })
    where !SaidValue.isRight(value, for: name, typed: origin == "typed") {
      add(
        .row, number, "\(name) in \(origin) has a value of the wrong type",
        remedy: "correct it with sqlite3")
    }
  }

  private mutating func checkKeys(_ book: IndexedBook, _ row: Statement, _ number: BookNumber) {
    func differs(_ name: String) {
      add(
        .key, number, "\(name) is not what the book gives",
        remedy: DatabaseCheck.fix)
    }
    if row.optionalText(ShownColumns.titleKey) != book.keys.title { differs("title_key") }
    if row.optionalText(ShownColumns.authorKey) != book.keys.author { differs("author_key") }
    let year = row.optionalInt(ShownColumns.year)
    if year != book.keys.year, year != Self.earlierYear(row) { differs("year") }
  }

  /// The year of a book when it was added: one that was to come then may have come since.
  private static func earlierYear(_ row: Statement) -> Int? {
    row.optionalText(ShownColumns.published).flatMap {
      PublicationDate($0, latestYear: row.int(ShownColumns.yearAdded) + 1).year
    }
  }

  private mutating func checkIndex(
    _ book: IndexedBook, _ found: Statement, _ number: BookNumber
  ) throws {
    guard try found.step() else {
      add(.index, number, "it is not in the search index", remedy: DatabaseCheck.fix)
      return
    }
    if found.text(0) != book.title || found.text(1) != book.authors
      || found.text(2) != book.subjects || found.text(3) != book.publisher
      || found.text(4) != book.notes
    {
      add(.index, number, "the search index has other words", remedy: DatabaseCheck.fix)
    }
  }
}
