import Catalogue

extension ImportFormat {
  /// Separated values under the names that the tool itself uses: `isbn,title,authors,…`, with a few
  /// others that people write (`author`, `year`). In a list field `;` separates.
  ///
  /// At least half of the columns must have such a name: the export of another program has its own
  /// rules, and is not to be read by these.
  public static let table = ImportFormat(
    name: "csv", summary: "a table with a header such as isbn,title,authors",
    detects: { beginning in
      beginning.header.map { TableRowReader.missing(in: $0) == nil } ?? false
    },
    open: { beginning, input in
      guard let header = beginning.header else { throw ImportError.empty }
      if let missing = TableRowReader.missing(in: header, isNamed: true) {
        throw ImportError.notOfFormat(name: "csv", missing)
      }
      return TableRowReader(header: header, input: input)
    })
}

private struct TableRowReader: RowReader {
  private enum Column {
    case isbn
    case text(String)
    case language
    case block(String)
    case list(String)
    case headings
    case count(String)
    case rating
    case date(String)
    case dates(String)
    case year
    case addedAt
    case id
    case object(String)
    /// What this library says of the row itself; it is made anew.
    case own
    case other
  }

  private static let columns: [String: Column] = [
    "isbn": .isbn, "isbn13": .isbn, "isbn-13": .isbn, "isbn10": .isbn, "isbn-10": .isbn,
    "title": .text("title"), "titel": .text("title"), "subtitle": .text("subtitle"),
    "authors": .list("authors"), "author": .headings, "verfasser": .headings, "autor": .headings,
    "publisher": .text("publisher"), "verlag": .text("publisher"),
    "published": .text("published"), "date": .text("published"), "year": .year, "jahr": .year,
    "language": .language, "pages": .count("pages"), "seiten": .count("pages"),
    "series": .text("series"), "series_number": .text("series_number"),
    "subjects": .list("subjects"), "tags": .list("tags"), "rating": .rating,
    "shelf": .text("shelf"), "notes": .block("notes"), "review": .block("review"),
    "started_at": .date("started_at"), "read_at": .dates("read_at"), "copies": .count("copies"),
    "location": .text("location"), "binding": .text("binding"),
    "identifiers": .object("identifiers"), "id": .id, "added_at": .addedAt,
    "number": .own, "account": .own, "edited_at": .own, "fetched_at": .own, "source": .own,
    "source_key": .own, "sync": .own,
  ]

  static func missing(in header: CSVHeader, isNamed: Bool = false) -> String? {
    guard header.names.count > 1 || isNamed else { return "it has one column" }
    let known = header.keys.filter { columns[$0] != nil }
    guard
      header.keys.contains(where: {
        switch columns[$0] {
        case .isbn?, .text("title")?: true
        default: false
        }
      })
    else { return "its first line has no column “title” or “isbn”" }
    return isNamed || known.count * 2 >= header.keys.count
      ? nil : "most of its columns have other names"
  }

  private var table: TableReader
  private let columns: [Column]
  private let hasPublished: Bool

  init(header: CSVHeader, input: ByteInput) {
    table = TableReader(header: header, input: input)
    columns = header.keys.map { Self.columns[$0] ?? .other }
    hasPublished = header.contains("published") || header.contains("date")
  }

  mutating func next() throws -> ImportedRow? {
    switch try table.next() {
    case nil: nil
    case .failure(let failure): .failure(failure)
    case .row: book()
    }
  }

  private mutating func book() -> ImportedRow {
    var book = ImportedBook(isbn: nil, originKey: "", details: BookDetails(), line: table.csv.line)
    var isbns = ISBNCells()
    for (column, cell) in table.cells.enumerated()
    where column < columns.count && cell.end > cell.start {
      take(cell, column, &book, &isbns)
    }
    isbns.finish(&book.details)
    book.isbn = isbns.isbn
    if book.details.title == nil, isbns.isEmpty {
      return .failure(table.failure(nil, "the row has neither a title nor an ISBN"))
    }
    let raw = table.row.raw
    if !raw.isEmpty { book.details.raw = (book.details.raw ?? [:]).merging(raw) { a, _ in a } }
    if book.originKey.isEmpty { book.originKey = table.hashedKey }
    book.warnings = table.row.warnings
    return .book(book)
  }

  private mutating func take(
    _ cell: CSVReader.Cell, _ column: Int, _ book: inout ImportedBook, _ isbns: inout ISBNCells
  ) {
    if case .block(let key) = columns[column] {
      let text = table.row.block(cell, column, in: table.csv)
      if !text.isEmpty { book.details.take(.string(text), for: key) }
      return
    }
    let text = table.row.line(cell, column, in: table.csv)
    guard !text.isEmpty else { return }
    switch columns[column] {
    case .isbn: isbns.take(text, column: column, row: &table.row)
    case .text(let key): book.details.take(.string(text), for: key)
    case .language: book.details.language = Language.code(text) ?? text
    case .list(let key): take(Self.list(text), for: key, &book.details)
    case .headings: takeHeadings(text, &book.details)
    case .count(let key):
      if let count = table.row.whole(text, key, column) {
        book.details.take(.integer(Int64(count)), for: key)
      }
    case .rating: book.details.rating = table.row.rating(text, column)
    case .date(let key):
      if let date = table.row.date(text, key, column) {
        book.details.take(.string(date.description), for: key)
      }
    case .dates(let key):
      let dates = Self.list(text).compactMap { table.row.date($0, key, column)?.description }
      take(dates, for: key, &book.details)
    case .year:
      if !hasPublished { book.details.published = text }
    case .addedAt:
      book.addedAt = Instant(text) ?? table.row.date(text, "added_at", column)?.startOfDay
    case .id: book.originKey = "id:" + text
    case .object(let key):
      if let value = try? JSONValue(json: text), case .object = value {
        book.details.take(value, for: key)
      } else {
        table.row.keepAside(text, key, column, "is no JSON object")
      }
    case .own, .block: break
    case .other:
      book.details.other = (book.details.other ?? [:])
        .merging([table.row.name(of: column): .string(text)]) { a, _ in a }
    }
  }

  private func take(_ list: [String], for key: String, _ details: inout BookDetails) {
    if !list.isEmpty { details.take(.array(list.map(JSONValue.string)), for: key) }
  }

  /// Names that may stand with the family name first.
  private func takeHeadings(_ text: String, _ details: inout BookDetails) {
    guard details.authors == nil else { return }
    details.setContributors(Contributor.split(text, by: .semicolon))
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map { TextForm.collapsed(String($0)) }.filter { !$0.isEmpty }
  }
}
