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
  let frame: FileFrame
  private let columnCount: Int
  private var headerRowsLeft: Int

  init(header: CSVHeader, input: ByteInput) {
    csv = CSVReader(input, delimiter: header.delimiter)
    // In what this library wrote, `&amp;` stands for itself.
    let isOwn = header.contains("source_key") && header.contains("added_at")
    row = RowText(names: Self.distinct(header.names), hasReferences: !isOwn)
    columnCount = header.names.count
    headerRowsLeft = header.rowCount
    frame = FileFrame(
      beginning: header.source + header.lineEnd, separator: header.lineEnd, end: header.lineEnd)
  }

  /// Names of which none comes twice: `Notes`, `Notes (2)`.
  private static func distinct(_ names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return names.map { name in
      let count = counts[name, default: 0] + 1
      counts[name] = count
      return count == 1 || name.isEmpty ? name : "\(name) (\(count))"
    }
  }

  /// The cells of the row in hand.
  var cells: [CSVReader.Cell] { csv.cells }

  /// Reads the next row; nil at the end.
  mutating func next() throws -> Step? {
    while headerRowsLeft > 0 {
      headerRowsLeft -= 1
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
    // mutant swallowed-rows:
    //   `if csv.spansLines, let column` -> `if csv.spansLines, csv.line < 0, let column` (CSVTests)
    if csv.spansLines, let column = csv.cells.firstIndex(where: swallowsRows) {
      return .failure(
        RowFailure(
          line: csv.line, column: row.name(of: column),
          reason: "the quote is not closed before other rows begin; close it",
          text: csv.giveUpRow()))
    }
    let count = csv.cells.count
    if count > columnCount, csv.cells[columnCount...].contains(where: { $0.end > $0.start }) {
      return .failure(
        failure(
          nil,
          "the row has \(count) cells and the header \(columnCount); "
            + "put a cell that holds a separator in quotes"))
    }
    if count < columnCount {
      // mutant cut-row: `if !csv.hasLineEnd` -> `if !csv.hasLineEnd, false` (StoppedReadingTests)
      if !csv.hasLineEnd {
        return .failure(
          failure(
            nil,
            "the file ends within the row, after \(count) of \(columnCount) cells: get the whole "
              + "file, or end the row with a line end if this is all of it"))
      }
      row.warnings.append(
        ImportWarning(
          line: csv.line, column: nil,
          reason: "the row has \(count) of \(columnCount) cells; the rest is taken as empty"))
    }
    return .row
  }

  /// Whether a cell holds what look like rows: its closing quote was lost, and another one found.
  ///
  /// Each of its lines then has as many cells as the header. One line proves that where there are
  /// many columns; where there are few, prose may by chance have as many commas.
  private func swallowsRows(_ cell: CSVReader.Cell) -> Bool {
    let lines = csv.linesWithin(cell)
    guard columnCount > 1, lines.count >= (columnCount >= 8 ? 1 : 3) else { return false }
    return lines.allSatisfy { line in
      line.count { $0 == csv.delimiter } + 1 == columnCount
    }
  }

  /// The row in hand as one that gives no book.
  func failure(_ column: Int?, _ reason: String) -> RowFailure {
    RowFailure(
      line: csv.line, column: column.map(row.name), reason: reason,
      text: String(csv.rowText.prefix(4000)))
  }

  /// A key of the row's own cells, the same however they are encoded and spaced.
  /// - Parameter columns: the columns that count; nil for all.
  func hashedKey(of columns: [Int]? = nil) -> String {
    var hash = RowHash()
    if let columns {
      for column in columns {
        if column < csv.cells.count {
          take(csv.cells[column], &hash)
        } else {
          hash.take(UnsafeBufferPointer(start: nil, count: 0))
        }
      }
    } else {
      for cell in csv.cells { take(cell, &hash) }
    }
    return hash.originKey
  }

  private func take(_ cell: CSVReader.Cell, _ hash: inout RowHash) {
    let isPlain = csv.withBytes(of: cell) { bytes in
      let scan = TextScan(bytes)
      guard scan.isComposed, scan.isCollapsed || bytes.isEmpty else { return false }
      hash.take(bytes)
      return true
    }
    if isPlain { return }
    var isForeign = false
    let text = TextForm.collapsed(csv.text(of: cell, isForeign: &isForeign))
    Array(text.utf8).withUnsafeBufferPointer { hash.take($0) }
  }
}
