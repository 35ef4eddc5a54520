public import Catalogue

extension BookPage {
  /// Calls `body` for each book, in order, with all that is shown of it: a stream, of which no book is
  /// kept.
  /// - Parameters:
  ///   - connection: a connection in a transaction.
  ///   - body: takes the book.
  /// - Throws: `BookReferenceError` when there is no book `after`; what `body` throws.
  public func forEachListed(
    on connection: Connection, _ body: (ListedBook) throws -> Void
  ) throws {
    try forEach(select: ListedBook.columns, on: connection) { row in
      try body(ListedBook(row))
    }
  }
}

extension ListedBook {
  /// The columns in the order in which `init` reads them.
  static let columns =
    BookColumn.allCases.map(\.value).joined(separator: ", ") + """
      , b.contributors, CASE WHEN b.typed ->> '$.title' IS NOT NULL THEN b.typed ->> '$.sort_title'
        WHEN b.fetched ->> '$.title' IS NOT NULL THEN b.fetched ->> '$.sort_title'
        ELSE b.imported ->> '$.sort_title' END
      """

  init(_ row: Statement) {
    var details = BookDetails()
    var position = 0
    func next() -> Int {
      defer { position += 1 }
      return position
    }
    let number = row.int64(next())
    let id = row.text(next())
    let account = row.text(next())
    let isbn = row.withUTF8(next()) { ISBN(plainDigits: $0) }
    details.title = row.optionalText(next())
    details.subtitle = row.optionalText(next())
    details.authors = Self.list(row, next())
    details.publisher = row.optionalText(next())
    details.published = row.optionalText(next())
    let year = row.optionalInt(next())
    details.language = row.optionalText(next())
    details.pages = row.optionalInt(next())
    details.series = row.optionalText(next())
    details.seriesNumber = row.optionalText(next())
    details.subjects = Self.list(row, next())
    details.tags = Self.list(row, next())
    details.rating = row.optionalDouble(next())
    details.shelf = row.optionalText(next())
    details.notes = row.optionalText(next())
    details.startedAt = row.optionalText(next())
    details.readAt = Self.list(row, next())
    details.review = row.optionalText(next())
    details.copies = row.optionalInt(next())
    details.location = row.optionalText(next())
    details.binding = row.optionalText(next())
    if let identifiers = Self.json(row, next()) { details.take(identifiers, for: "identifiers") }
    let addedAt = row.text(next())
    let editedAt = row.optionalText(next())
    let fetchedAt = row.optionalText(next())
    let source = row.optionalText(next())
    let sourceKey = row.optionalText(next())
    let sync = row.text(next())
    if let people = Self.json(row, next()) { details.take(people, for: "contributors") }
    details.sortTitle = row.optionalText(next())
    // What a hand edit left there of another type is not shown.
    details.raw = nil
    self.init(
      number: number, id: id, account: account, isbn: isbn, details: details, year: year,
      addedAt: addedAt, editedAt: editedAt, fetchedAt: fetchedAt, source: source,
      sourceKey: sourceKey, sync: sync)
  }

  private static func list(_ row: Statement, _ column: Int) -> [String]? {
    row.withUTF8(column) { bytes in
      if let text = singleText(bytes) { return [text] }
      return bytes.isEmpty ? nil : ShownColumns.list(row, column)
    }
  }

  /// The text of an array of one plain string, as most lists are.
  private static func singleText(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let count = bytes.count
    guard count > 4, bytes[0] == UInt8(ascii: "["), bytes[1] == UInt8(ascii: "\""),
      bytes[count - 2] == UInt8(ascii: "\""), bytes[count - 1] == UInt8(ascii: "]")
    else { return nil }
    let text = UnsafeBufferPointer(rebasing: bytes[2..<count - 2])
    for byte in text where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private static func json(_ row: Statement, _ column: Int) -> JSONValue? {
    row.withUTF8(column) { bytes in
      bytes.isEmpty ? nil : try? JSONValue(json: bytes.span)
    }
  }
}
