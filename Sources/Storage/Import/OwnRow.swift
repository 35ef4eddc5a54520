import Catalogue

/// A row of a file that a library of this program has exported: it bears its book's identity.
enum OwnRow {
  /// The identity in an origin key: `id:0192f0c1-…`; nil in others.
  static func id(in originKey: String) -> BookID? {
    originKey.hasPrefix("id:") ? BookID(String(originKey.dropFirst(3))) : nil
  }

  /// The fields of a row that say something else than is shown of the book; what a format has no
  /// place for says nothing.
  static func differences(
    of row: ImportedBook, from number: BookNumber, in account: AccountID,
    on connection: Connection
  ) throws(StorageError) -> [String] {
    let statement = try connection.prepare(
      "SELECT \(ListedBook.columns) FROM books AS b WHERE b.number = ? AND b.account = ?")
    try statement.bind(number, account)
    defer { statement.reset() }
    guard try statement.step() else { return [] }
    let book = ListedBook(statement)
    let shown = book.details
    let said = row.details
    var differences: [String] = []
    func compare<Value: Equatable>(_ name: String, _ said: Value?, _ shown: Value?) {
      if let said, said != shown { differences.append(name) }
    }
    func compareTexts(_ name: String, _ said: String?, _ shown: String?) {
      // White space is stored on one line, but may have been typed otherwise.
      if let said, said != shown,
        TextForm.collapsed(said) != shown.map(TextForm.collapsed)
      {
        differences.append(name)
      }
    }
    compare("isbn", row.isbn, book.isbn)
    compareTexts("title", said.title, shown.title)
    compareTexts("subtitle", said.subtitle, shown.subtitle)
    compare("authors", said.authors, shown.authors)
    compareTexts("publisher", said.publisher, shown.publisher)
    compareTexts("published", said.published, shown.published)
    compareTexts("language", said.language, shown.language)
    compare("pages", said.pages, shown.pages)
    compareTexts("series", said.series, shown.series)
    compareTexts("series_number", said.seriesNumber, shown.seriesNumber)
    compare("subjects", said.subjects, shown.subjects)
    compare("tags", said.tags, shown.tags)
    compare("rating", said.rating, shown.rating)
    compareTexts("shelf", said.shelf, shown.shelf)
    compareTexts("notes", said.notes, shown.notes)
    compareTexts("review", said.review, shown.review)
    compareTexts("started_at", said.startedAt, shown.startedAt)
    compare("read_at", said.readAt, shown.readAt)
    compare("copies", said.copies, shown.copies)
    compareTexts("location", said.location, shown.location)
    compareTexts("binding", said.binding, shown.binding)
    compare("identifiers", said.identifiers, shown.identifiers)
    return differences
  }
}
