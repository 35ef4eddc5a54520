import Catalogue

/// The statements of an import, prepared once.
struct ImportRows {
  /// A book that a row may be.
  struct Known {
    let number: BookNumber
    let isRemoved: Bool
    let isbn: String?
    let hasOriginKey: Bool
    let imported: String
    let title: String?
    let authors: [String]?

    var likeness: BookLikeness { BookLikeness(title: title, authors: authors) }
  }

  private static let columns = """
    SELECT number, removed_at IS NOT NULL, isbn, origin_key IS NOT NULL, imported, title, authors
    FROM books
    """

  /// However many books have one origin, ISBN or title, a row costs the same.
  private static let limit = 100

  private let account: AccountID
  private let byOrigin: Statement
  private let byID: Statement
  private let byISBN: Statement
  private let alike: Statement
  private let replacement: Statement

  init(_ connection: Connection, account: AccountID) throws(StorageError) {
    self.account = account
    // In the order of the index: another one would have SQLite make a table in memory for each row.
    byOrigin = try connection.prepare(
      Self.columns + " WHERE account = ? AND origin_key = ? ORDER BY number LIMIT \(Self.limit)")
    // The plus sign: by the id, not through all books of the account.
    byID = try connection.prepare(Self.columns + " WHERE +account = ? AND id = ?")
    byISBN = try connection.prepare(
      Self.columns + " WHERE account = ? AND isbn = ? ORDER BY number LIMIT \(Self.limit)")
    alike = try connection.prepare(
      """
      SELECT number, author_key, year, isbn IS NULL FROM books
      WHERE account = ? AND title_key = ? AND removed_at IS NULL ORDER BY number
      LIMIT \(Self.limit)
      """)
    replacement = try connection.prepare(
      """
      UPDATE books SET imported = ?1, isbn = coalesce(isbn, ?2),
        origin_key = coalesce(origin_key, ?3)
      WHERE number = ?4
      """)
  }

  /// The first book that came from a row; one that stands comes before those in the trash.
  func book(originKey: String) throws(StorageError) -> Known? {
    try byOrigin.bind(account, originKey)
    defer { byOrigin.reset() }
    var first: Known?
    while try byOrigin.step() {
      let book = known(byOrigin)
      if !book.isRemoved { return book }
      first = first ?? book
    }
    return first
  }

  /// The book with an identity of this library, whatever it came from.
  func book(id: BookID) throws(StorageError) -> Known? {
    try byID.bind(account, id)
    defer { byID.reset() }
    return try byID.step() ? known(byID) : nil
  }

  /// The books with an ISBN; those that stand come before those in the trash.
  func books(isbn: ISBN) throws(StorageError) -> [Known] {
    try byISBN.bind(account, isbn)
    defer { byISBN.reset() }
    var books: [Known] = []
    var removed: [Known] = []
    while try byISBN.step() {
      let book = known(byISBN)
      if book.isRemoved { removed.append(book) } else { books.append(book) }
    }
    return books + removed
  }

  /// A book of the account that has the title, the first author and the year of a row, and not
  /// another ISBN; a row that lacks one of the three is like none.
  func book(like keys: BookKeys, isbn: ISBN?) throws(StorageError) -> BookNumber? {
    guard let title = keys.title, !title.isEmpty, let author = keys.author, !author.isEmpty,
      let year = keys.year
    else { return nil }
    try alike.bind(account, title)
    defer { alike.reset() }
    while try alike.step() {
      // mutant like-with-other-isbn:
      //   `isbn == nil || alike.bool(3)`
      //   -> `isbn != nil || alike.bool(3) || alike.text(1) == author` (ImportWriterTests)
      if alike.text(1) == author, alike.optionalInt(2) == year, isbn == nil || alike.bool(3) {
        return BookNumber(rawValue: alike.int64(0))
      }
    }
    return nil
  }

  /// Adds what a row says to what files said of a book.
  /// - Returns: whether that changed anything.
  func update(_ known: Known, with book: ImportedBook) throws(StorageError) -> Bool {
    let json = TextForm.composed(book.details.json)
    let gainsKey = !known.hasOriginKey
    if json == known.imported, !gainsKey { return false }
    // What is stored is an object of the right types: the schema sees to that. Should it not read as
    // one, what the file says now takes its place.
    let before = (try? BookDetails(json: known.imported)) ?? BookDetails()
    let merged = before.merging((try? BookDetails(json: json)) ?? book.details)
    let isSame = merged == before
    // A book whose ISBN was taken away by hand does not get it back from the same row.
    let isbn = isSame ? nil : book.isbn
    if isSame, !gainsKey { return false }
    try replacement.bind(
      isSame ? known.imported : merged.json, isbn, book.originKey, known.number)
    try replacement.run()
    return true
  }

  private func known(_ row: Statement) -> Known {
    Known(
      number: BookNumber(rawValue: row.int64(0)), isRemoved: row.bool(1), isbn: row.optionalText(2),
      hasOriginKey: row.bool(3), imported: row.text(4),
      title: row.optionalText(5), authors: ShownColumns.list(row, 6))
  }
}
