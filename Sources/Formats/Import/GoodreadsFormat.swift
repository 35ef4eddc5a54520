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
    for name in ["Book Id", "Title", "Author", "ISBN13", "Exclusive Shelf"]
    where !header.contains(name.lowercased()) {
      return name
    }
    return nil
  }

  private var csv: CSVReader
  private var row: RowText
  private let columns: [Field]
  /// The columns in the order in which they are read: of two ISBNs the longer one first.
  private let order: [Int]
  private var isHeaderRead = false

  init(header: CSVHeader, input: ByteInput) {
    csv = CSVReader(input, delimiter: header.delimiter)
    row = RowText(names: header.names)
    columns = header.keys.map { Self.fields[$0] ?? .other }
    order = header.keys.indices.sorted {
      let left = header.keys[$0] == "isbn13"
      let right = header.keys[$1] == "isbn13"
      return left != right ? left : $0 < $1
    }
  }

  mutating func next() throws -> ImportedRow? {
    if !isHeaderRead {
      isHeaderRead = true
      guard case .row = try csv.next() else { return nil }
    }
    switch try csv.next() {
    case .end: return nil
    case .failure(let column, let reason, let text):
      return .failure(
        RowFailure(line: csv.line, column: row.name(of: column), reason: reason, text: text))
    case .row: return book()
    }
  }

  private func failure(_ column: Int?, _ reason: String) -> ImportedRow {
    .failure(
      RowFailure(
        line: csv.line, column: column.map(row.name), reason: reason,
        text: String(csv.rowText.prefix(4000))))
  }

  private mutating func book() -> ImportedRow {
    let cells = csv.cells
    if cells.count > columns.count,
      cells[columns.count...].contains(where: { $0.end > $0.start })
    {
      return failure(
        nil,
        "the row has \(cells.count) cells and the header \(columns.count); "
          + "put a cell that holds a comma in quotes")
    }
    row.begin(line: csv.line)
    if cells.count < columns.count {
      row.warnings.append(
        ImportWarning(
          line: csv.line, column: nil,
          reason: "the row has \(cells.count) of \(columns.count) cells; the rest is taken as empty"
        ))
    }
    var fields = Fields()
    for column in order where column < cells.count && cells[column].end > cells[column].start {
      fields.take(columns[column], cells[column], column, csv, &row)
    }
    if fields.bookID == nil, fields.details.title == nil {
      return failure(nil, "the row has neither a Book Id nor a title")
    }
    if let id = fields.bookID, !id.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      cells.count < columns.count
    {
      return failure(
        columns.firstIndex(of: .bookID),
        "“\(id.prefix(40))” is no Book Id: the line looks like a part of another row")
    }
    return .book(finish(fields))
  }

  private func finish(_ fields: Fields) -> ImportedBook {
    var fields = fields
    fields.finish()
    var originKey = ""
    if let id = fields.bookID {
      originKey = "goodreads:" + id
    } else {
      var hash = RowHash()
      for cell in csv.cells { csv.withBytes(of: cell) { hash.take($0) } }
      originKey = hash.originKey
    }
    return ImportedBook(
      isbn: fields.isbns.isbn, originKey: originKey, details: fields.details,
      addedAt: fields.addedAt, line: csv.line, warnings: row.warnings)
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
    private var raw: [String: JSONValue] = [:]

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
      case .rating: takeRating(text, column, &row)
      case .publisher: details.publisher = text
      case .binding: details.binding = text
      case .pages: details.pages = whole(text, "pages", column, &row)
      case .published: details.published = text
      case .readAt:
        if let date = date(text, "read_at", column, &row) { details.readAt = [date.description] }
      case .addedAt: addedAt = date(text, "added_at", column, &row)?.startOfDay
      case .tags: details.tags = Self.list(text)
      case .shelf: details.shelf = text
      case .copies:
        // Goodreads writes 0 where nothing was entered.
        if let count = whole(text, "copies", column, &row), count > 0 { details.copies = count }
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

    private mutating func takeRating(_ text: String, _ column: Int, _ row: inout RowText) {
      guard let rating = Double(text), rating >= 0, rating <= 5 else {
        raw["rating"] = .string(text)
        row.warn(column, "“\(text)” is no rating from 0 to 5 and was kept aside")
        return
      }
      // Goodreads writes 0 for "not rated".
      if rating > 0 { details.rating = rating }
    }

    private mutating func whole(
      _ text: String, _ key: String, _ column: Int, _ row: inout RowText
    ) -> Int? {
      if let value = Int(text), value >= 0 { return value }
      raw[key] = .string(text)
      row.warn(column, "“\(text)” is no count and was kept aside")
      return nil
    }

    private mutating func date(
      _ text: String, _ key: String, _ column: Int, _ row: inout RowText
    ) -> CivilDate? {
      if let date = CivilDate(text) { return date }
      raw[key] = .string(text)
      row.warn(column, "“\(text)” is no date YYYY/MM/DD and was kept aside")
      return nil
    }

    mutating func finish() {
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
