import Catalogue

/// Reads the rows below a header, and checks that each has the header's columns.
struct TableReader {
  enum Step {
    /// The next row is in `csv` and `row`.
    case row
    case failure(RowFailure)
  }

  private(set) var csv: CSVReader
  /// The row in hand as text.
  var row: RowText
  private let columnCount: Int
  private var isHeaderRead = false

  init(header: CSVHeader, input: ByteInput) {
    csv = CSVReader(input, delimiter: header.delimiter)
    row = RowText(names: header.names)
    columnCount = header.names.count
  }

  /// The cells of the row in hand.
  var cells: [CSVReader.Cell] { csv.cells }

  /// Reads the next row; nil at the end.
  mutating func next() throws -> Step? {
    if !isHeaderRead {
      isHeaderRead = true
      guard case .row = try csv.next() else { return nil }
    }
    switch try csv.next() {
    case .end: return nil
    case .failure(let column, let reason, let text):
      return .failure(
        RowFailure(line: csv.line, column: row.name(of: column), reason: reason, text: text))
    case .row: break
    }
    row.begin(line: csv.line)
    let count = csv.cells.count
    if count > columnCount, csv.cells[columnCount...].contains(where: { $0.end > $0.start }) {
      return .failure(
        failure(
          nil,
          "the row has \(count) cells and the header \(columnCount); "
            + "put a cell that holds a comma in quotes"))
    }
    if count < columnCount {
      row.warnings.append(
        ImportWarning(
          line: csv.line, column: nil,
          reason: "the row has \(count) of \(columnCount) cells; the rest is taken as empty"))
    }
    return .row
  }

  /// The row in hand as one that gives no book.
  func failure(_ column: Int?, _ reason: String) -> RowFailure {
    RowFailure(
      line: csv.line, column: column.map(row.name), reason: reason,
      text: String(csv.rowText.prefix(4000)))
  }

  /// A key of the row's own cells.
  var hashedKey: String {
    var hash = RowHash()
    for cell in csv.cells { csv.withBytes(of: cell) { hash.take($0) } }
    return hash.originKey
  }
}
