import Catalogue

/// Reads the books of a table, whose columns a layout names.
struct TableRowReader: RowReader {
  private let layout: TableLayout
  private var table: TableReader
  private let fields: [TableField]
  private let isbnColumns: [Int]
  private let identity: [Int]
  private let numberColumn: Int?
  private let anchor: Int?
  /// Whether the place in a series has no column of its own, so that it may stand behind the name.
  private let isSeriesAlone: Bool
  /// Whether this program wrote the table: then a name is a name as it stands.
  private let isOwn: Bool
  /// Whether the table is nobody's export.
  private let isFree: Bool
  /// Whether a column holds the same field as another one: what stands there must not hide it.
  private let isShared: [Bool]

  init(_ layout: TableLayout, header: CSVHeader, input: ByteInput) {
    self.layout = layout
    table = TableReader(header: header, input: input)
    var fields = header.keys.map { layout.columns[$0] ?? .other }
    var keys: Set<String> = []
    for (column, key) in header.keys.enumerated()
    where !keys.insert(key).inserted && fields[column] == .kept {
      fields[column] = .other
    }
    self.fields = fields
    var counts: [TableField: Int] = [:]
    for field in fields { counts[field, default: 0] += 1 }
    isShared = fields.map { field in
      switch field {
      case .isbn, .own, .other, .kept, .people, .list, .words: false
      default: counts[field, default: 0] > 1
      }
    }
    isbnColumns = fields.indices.filter { if case .isbn = fields[$0] { true } else { false } }
    identity = layout.identity.compactMap { header.keys.firstIndex(of: $0) }
    isOwn = ["number", "account", "source_key", "sync"].allSatisfy(header.contains)
    // mutant own-words-are-meant:
    //   `isFree = layout.name == "csv" && !isOwn`
    //   -> `isFree = layout.name == "csv"` (TableNamesTests)
    isFree = layout.name == "csv" && !isOwn
    numberColumn = layout.numberColumn.flatMap { header.keys.firstIndex(of: $0) }
    anchor = layout.anchor.flatMap { header.keys.firstIndex(of: $0) }
    let hasNumber = fields.contains { if case .text("series_number") = $0 { true } else { false } }
    isSeriesAlone = layout.name == "csv" && !hasNumber
  }

  /// What databases, spreadsheets and programs write for nothing.
  private static let placeholders: Set<String> = [
    "NULL", "null", "NaN", "nan", "N/A", "n/a", "#N/A", "\\N", "-", "–", "—",
  ]

  var source: [UInt8] { table.csv.source }
  var frame: FileFrame { table.frame }

  mutating func next() throws -> ImportedRow? {
    switch try table.next() {
    case nil: nil
    case .failure(let failure): .failure(failure)
    case .row: book()
    }
  }

  mutating func nextNumbered() throws -> NumberedRow? {
    switch try table.next() {
    case nil: nil
    case .failure(let failure): .other(.failure(failure))
    case .row: number().map { .book($0, line: table.csv.line) } ?? .other(book())
    }
  }

  /// The row's ISBN as `book` finds it; nil when there is none, or the row may be a part of another.
  private mutating func number() -> ISBN? {
    guard table.cells.count >= fields.count else { return nil }
    var isbns = ISBNCells()
    for column in isbnColumns {
      let cell = table.cells[column]
      if isbns.takePlain(cell, in: table.csv) { continue }
      let text = table.row.line(cell, column, in: table.csv)
      if !text.isEmpty { isbns.take(text, column: column, row: &table.row) }
      // What is said of the cell is said when the row is read.
      table.row.begin(line: table.csv.line)
    }
    return isbns.isbn
  }

  private mutating func book() -> ImportedRow {
    if let failure = fragment { return .failure(failure) }
    var row = TableRow()
    for (column, cell) in table.cells.enumerated()
    where column < fields.count && cell.end > cell.start {
      take(cell, column, &row)
    }
    if isSeriesAlone, let series = row.details.series {
      row.details.setSeries(statement: series)
    }
    if !isOwn, let year = row.year, let published = row.details.published,
      !published.contains(year)
    {
      row.keepOther("year", .string(year))
    }
    layout.finish(&row, &table.row)
    row.finish(raw: table.row.raw)
    if row.details.title == nil, row.isbns.isEmpty, row.details.identifiers == nil {
      return .failure(table.failure(nil, "the row has neither a title nor an ISBN"))
    }
    return .book(
      ImportedBook(
        isbn: row.isbns.isbn,
        originKey: row.originKey ?? table.hashedKey(of: identity.isEmpty ? nil : identity),
        details: row.details, addedAt: row.addedAt, line: table.csv.line,
        warnings: table.row.warnings))
  }

  /// The failure that the row is, if it is a part of another row, broken by a line end.
  private var fragment: RowFailure? {
    let cells = table.cells
    guard cells.count < fields.count else { return nil }
    // mutant broken-row:
    //   `if let anchor, cells.count` -> `if let anchor, anchor < 0, cells.count` (ExportFilesTests)
    if let anchor, cells.count <= max(anchor, fields.count / 2) {
      return table.failure(
        nil,
        "the row has \(cells.count) of \(fields.count) cells: it looks like a part of another row")
    }
    if let numberColumn, numberColumn < cells.count {
      let isNumber = table.csv.withBytes(of: cells[numberColumn]) { bytes in
        bytes.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      }
      if !isNumber {
        return table.failure(
          numberColumn, "the row has no number here: it looks like a part of another row")
      }
    }
    return nil
  }

  private mutating func take(_ cell: CSVReader.Cell, _ column: Int, _ row: inout TableRow) {
    // mutant repeated-column:
    //   `if isShared[column], isRepeated(cell, column, &row) { return }` -> `` (TableNamesTests)
    if isShared[column], isRepeated(cell, column, &row) { return }
    if case .block(let key) = fields[column] {
      let text = table.row.block(cell, column, in: table.csv)
      if !text.isEmpty { row.details.take(.string(text), for: key) }
      return
    }
    if case .isbn = fields[column], row.isbns.takePlain(cell, in: table.csv) { return }
    let text = table.row.line(cell, column, in: table.csv)
    guard !text.isEmpty else { return }
    if isFree, text.utf8.count <= 4, Self.placeholders.contains(text) {
      // A book may be called so.
      if fields[column] != .title { return }
    }
    switch fields[column] {
    case .isbn: row.isbns.take(text, column: column, row: &table.row)
    case .title: row.details.title = text
    case .titleWithSeries: takeTitle(text, column, &row)
    case .text("series_number") where isFree:
      row.details.seriesNumber = SeriesPlace.number(text)
    case .text(let key): row.details.take(.string(text), for: key)
    case .language: row.details.language = Language.code(text) ?? text
    case .list(let key, let separator):
      row.take(ListText.array(text) ?? text.list(separator), for: key)
    case .words(let key):
      // mutant own-tags-have-commas:
      //   `isOwn || text.contains(";") ? ";" : ","`
      //   -> `text.contains(";") ? ";" : ","` (TableNamesTests)
      let separator: Unicode.Scalar = isOwn || text.contains(";") ? ";" : ","
      row.take(ListText.array(text) ?? text.list(separator), for: key)
    case .names(let separator):
      guard row.authors.isEmpty else {
        row.keepOther(table.row.name(of: column), .string(text))
        break
      }
      row.keepsNamesakes = isOwn
      row.authors =
        isOwn
        ? ListText.parts(of: text).map { Contributor(name: $0) }
        : separator == .semicolon
          ? TableNames.people(in: text) : Contributor.split(text, by: separator)
    case .people(let role):
      let people = TableNames.people(in: text).map { person in
        var person = person
        person.role = role ?? person.role
        return person
      }
      if role == nil { row.authors += people } else { row.others += people }
    case .count(let key):
      if let count = table.row.whole(text, key, column) {
        row.details.take(.integer(Int64(count)), for: key)
      }
    case .rating(let best):
      row.details.rating = table.row.rating(text, column, best: best)
    case .date(let key):
      if let date = table.row.date(text, key, column) {
        row.details.take(.string(date.description), for: key)
      }
    case .dates(let key):
      row.take(table.row.dates(text, key, column).map(\.description), for: key)
    case .year: row.year = row.year ?? CountText.value(text).map { String($0) } ?? text
    case .addedAt:
      row.addedAt = Instant(text) ?? table.row.date(text, "added_at", column)?.startOfDay
    case .id: row.originKey = "\(layout.name == "csv" ? "id" : layout.name):\(text)"
    case .identifier(let kind): row.identify(kind, text)
    case .object(let key):
      if let value = try? JSONValue(json: text), case .object = value {
        row.details.take(value, for: key)
      } else {
        table.row.keepAside(text, key, column, "is no JSON object")
      }
    case .kept: row.kept[FoldedText.fold(table.row.name(of: column))] = text
    case .own, .block: break
    case .other: row.keepOther(table.row.name(of: column), .string(text))
    }
  }

  /// Keeps a cell under its own name when another column has given the field in this row.
  private mutating func isRepeated(
    _ cell: CSVReader.Cell, _ column: Int, _ row: inout TableRow
  ) -> Bool {
    let text = table.row.block(cell, column, in: table.csv)
    guard !text.isEmpty, !row.filled.insert(fields[column]).inserted else { return false }
    row.keepOther(table.row.name(of: column), .string(text))
    return true
  }

  private func takeTitle(_ text: String, _ column: Int, _ row: inout TableRow) {
    let suffix = SeriesSuffix(splitting: text)
    row.details.title = suffix.title
    guard let place = suffix.places.first else { return }
    row.details.series = place.series
    row.details.seriesNumber = place.number
    if suffix.places.count > 1 { row.keepOther(table.row.name(of: column), .string(text)) }
  }
}
