import Catalogue

extension ImportFormat {
  /// The library export of Goodreads, with 24 columns or the 31 of earlier years.
  public static let goodreads = ImportFormat(
    name: "goodreads", summary: "the library export of Goodreads, CSV",
    detects: { beginning in
      beginning.header.map { GoodreadsReader.missing(in: $0) == nil } ?? false
    },
    open: { beginning, input in
      guard let header = beginning.header else { throw ImportError.empty }
      if let missing = GoodreadsReader.missing(in: header) {
        throw ImportError.notOfFormat(
          name: "goodreads", "its first line has no column “\(missing)”")
      }
      return GoodreadsReader(header: header, input: input)
    })
}

private struct GoodreadsReader: RowReader {
  private enum Field {
    case bookID, title, author, sortName, otherAuthors, isbn, rating, publisher, binding, pages
    case published, readAt, addedAt, tags, shelf, review, notes, copies
    case other
  }

  private static let fields: [String: Field] = [
    "book id": .bookID, "title": .title, "author": .author, "author l-f": .sortName,
    "additional authors": .otherAuthors, "isbn": .isbn, "isbn13": .isbn, "my rating": .rating,
    "publisher": .publisher, "binding": .binding, "number of pages": .pages,
    "year published": .published, "date read": .readAt, "date added": .addedAt,
    "bookshelves": .tags, "exclusive shelf": .shelf, "my review": .review,
    "private notes": .notes, "owned copies": .copies,
  ]

  static func missing(in header: CSVHeader) -> String? {
    header.firstMissing(of: ["Book Id", "Title", "Author", "ISBN13", "Exclusive Shelf"])
  }

  private var table: TableReader
  private let columns: [Field]
  /// The columns in the order in which they are read: of two ISBNs the longer one first.
  private let order: [Int]

  init(header: CSVHeader, input: ByteInput) {
    table = TableReader(header: header, input: input)
    columns = header.keys.map { Self.fields[$0] ?? .other }
    order = header.keys.indices.sorted {
      let left = header.keys[$0] == "isbn13"
      let right = header.keys[$1] == "isbn13"
      return left != right ? left : $0 < $1
    }
  }

  var source: [UInt8] { table.csv.source }
  var frame: FileFrame { table.frame }

  mutating func next() throws -> ImportedRow? {
    switch try table.next() {
    case nil: nil
    case .failure(let failure): .failure(failure)
    case .row: book()
    }
  }

  private mutating func book() -> ImportedRow {
    let cells = table.cells
    var fields = Fields()
    for column in order where column < cells.count && cells[column].end > cells[column].start {
      fields.take(columns[column], cells[column], column, table.csv, &table.row)
    }
    if fields.bookID == nil, fields.details.title == nil {
      return .failure(table.failure(nil, "the row has neither a Book Id nor a title"))
    }
    if let id = fields.bookID, !id.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      cells.count < columns.count
    {
      return .failure(
        table.failure(
          columns.firstIndex(of: .bookID),
          "“\(id.prefix(40))” is no Book Id: the line looks like a part of another row"))
    }
    if fields.details.title == nil, fields.isbns.isEmpty, !fields.hasAuthor {
      return .failure(
        table.failure(nil, "the row has neither a title nor an ISBN, nor an author"))
    }
    fields.finish(raw: table.row.raw)
    return .book(
      ImportedBook(
        isbn: fields.isbns.isbn,
        originKey: fields.bookID.map { "goodreads:" + $0 } ?? table.hashedKey(),
        details: fields.details, addedAt: fields.addedAt, line: table.csv.line,
        warnings: table.row.warnings))
  }

  /// The row as far as it was read.
  private struct Fields {
    var details = BookDetails()
    var bookID: String?
    var isbns = ISBNCells()
    var addedAt: Instant?
    private var author: String?
    private var sortName: String?
    private var otherAuthors: [String] = []
    private var other: [String: JSONValue] = [:]

    var hasAuthor: Bool { author != nil || !otherAuthors.isEmpty }

    mutating func take(
      _ field: Field, _ cell: CSVReader.Cell, _ column: Int, _ csv: CSVReader, _ row: inout RowText
    ) {
      if field == .review || field == .notes {
        let text = row.block(cell, column, in: csv)
        guard !text.isEmpty else { return }
        if field == .review { details.review = text } else { details.notes = text }
        return
      }
      if field == .isbn, isbns.takePlain(cell, in: csv) { return }
      let text = row.line(cell, column, in: csv)
      guard !text.isEmpty else { return }
      switch field {
      case .bookID: bookID = text
      case .title: takeTitle(text)
      case .author: author = text
      case .sortName: sortName = text
      case .otherAuthors: otherAuthors = Self.people(text)
      case .isbn: isbns.take(text, column: column, row: &row)
      case .rating: details.rating = row.rating(text, column)
      case .publisher: details.publisher = text
      case .binding: details.binding = text
      case .pages: details.pages = row.whole(text, "pages", column)
      // Some programs make a number with a fraction of a year: `2003.0`.
      case .published:
        details.published =
          text.utf8.count == 6 && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
      case .readAt:
        if let date = row.date(text, "read_at", column) { details.readAt = [date.description] }
      case .addedAt: addedAt = row.date(text, "added_at", column)?.startOfDay
      case .tags: details.tags = Self.list(text)
      case .shelf: details.shelf = text
      case .copies:
        // Goodreads writes 0 where nothing was entered.
        if let count = row.whole(text, "copies", column), count > 0 { details.copies = count }
      case .other: other[row.name(of: column)] = .string(text)
      case .review, .notes: break
      }
    }

    private mutating func takeTitle(_ text: String) {
      let suffix = SeriesSuffix(splitting: text)
      details.title = suffix.title
      guard let place = suffix.places.first else { return }
      details.series = place.series
      details.seriesNumber = place.number
      if suffix.places.count > 1 { other["Title"] = .string(text) }
    }

    mutating func finish(raw: [String: JSONValue]) {
      if let bookID { details.identifiers = ["goodreads": bookID] }
      isbns.finish(&details)
      if let author { details.authors = [author] + otherAuthors.filter { $0 != author } }
      if author == nil, !otherAuthors.isEmpty { details.authors = otherAuthors }
      if let author, let sortName, sortName != author {
        details.contributors = (details.authors ?? []).map { Contributor(name: $0) }
        details.contributors?[0].sortName = sortName
      }
      // The shelf on which a book stands is among its tags when the user put it there.
      if let shelf = details.shelf { details.tags?.removeAll { $0 == shelf } }
      if details.tags?.isEmpty == true { details.tags = nil }
      if !other.isEmpty { details.other = other }
      if !raw.isEmpty { details.raw = (details.raw ?? [:]).merging(raw) { a, _ in a } }
    }

    private static func list(_ text: String) -> [String] {
      guard text.utf8.contains(UInt8(ascii: ",")) else { return text.isEmpty ? [] : [text] }
      return text.split(separator: ",").map { TextForm.collapsed(String($0)) }.filter {
        !$0.isEmpty
      }
    }

    /// People, with suffixes such as `Jr.` put back to their names.
    private static func people(_ text: String) -> [String] {
      var people: [String] = []
      for part in list(text) {
        if let last = people.indices.last, PersonName.isSuffix(part) {
          people[last] += ", " + part
        } else {
          people.append(part)
        }
      }
      return people
    }
  }
}
