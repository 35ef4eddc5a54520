import Catalogue

/// The first row of a file of separated values: the delimiter and the columns' names.
struct CSVHeader {
  let delimiter: UInt8
  /// The names as given, without blanks around them.
  let names: [String]
  /// The names folded, for comparison.
  let keys: [String]
  /// What stands before the rows, as it stands in the file, without its last line end.
  let source: [UInt8]
  /// How the header's line ends.
  let lineEnd: [UInt8]
  /// How many rows come before the first row of values.
  let rowCount: Int

  /// Finds the delimiter that gives the most columns; nil when there is no row.
  ///
  /// A spreadsheet may name the delimiter in a line of its own before the header: `sep=;`.
  init?(beginning bytes: ArraySlice<UInt8>) {
    let named = Self.namedDelimiter(bytes)
    let delimiters =
      named.map { [$0] }
      ?? [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
    var best: (delimiter: UInt8, names: [String], source: [UInt8], rowsBefore: Int)?
    for delimiter in delimiters {
      var given = false
      var reader = CSVReader(
        ByteInput {
          defer { given = true }
          return given ? nil : Array(bytes)
        }, delimiter: delimiter)
      if named != nil { _ = try? reader.next() }
      guard let header = Self.header(&reader) else { continue }
      // A bar stands in text, too, also between the words of a header.
      if delimiter == UInt8(ascii: "|"), named == nil, !GenericTable.isHeader(header.names) {
        continue
      }
      let isBetter =
        best.map { best in
          let isHeader = GenericTable.isHeader(header.names)
          return isHeader == GenericTable.isHeader(best.names)
            ? header.names.count > best.names.count : isHeader
        } ?? true
      if isBetter {
        best = (delimiter, header.names, header.source, header.rowsBefore)
      }
    }
    guard let best else { return nil }
    delimiter = best.delimiter
    names = best.names
    keys = best.names.map(FoldedText.fold)
    lineEnd = Self.lineEnd(in: bytes)
    rowCount = best.rowsBefore + (named == nil ? 1 : 2)
    source =
      named == nil
      ? best.source : Array("sep=".utf8) + [best.delimiter] + lineEnd + best.source
  }

  /// The row that holds the names: the first one, unless those before say less, and it names columns
  /// as tables do. Programs write a title or a date of their own above a table.
  private static func header(
    _ reader: inout CSVReader
  ) -> (names: [String], source: [UInt8], rowsBefore: Int)? {
    var first: (names: [String], source: [UInt8], rowsBefore: Int)?
    var most = 0
    for row in 0..<10 {
      guard case .row? = try? reader.next() else { break }
      var isForeign = false
      let names = reader.cells.map {
        TextForm.collapsed(reader.text(of: $0, isForeign: &isForeign))
      }
      let count = names.count { !$0.isEmpty }
      guard first != nil else {
        first = (names, reader.source, 0)
        most = count
        if GenericTable.isHeader(names) { break }
        continue
      }
      // mutant lines-above-header:
      //   `if count > most, GenericTable` -> `if count < 0, GenericTable` (TableNamesTests)
      if count > most, GenericTable.isHeader(names) { return (names, reader.source, row) }
      most = max(most, count)
    }
    return first
  }

  /// True when there is a column of that folded name.
  func contains(_ key: String) -> Bool { keys.contains(key) }

  /// The first of the columns, by name, that the file does not have.
  func firstMissing(of columns: [String]) -> String? {
    columns.first { !contains(FoldedText.fold($0)) }
  }

  private static func namedDelimiter(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let line = bytes.prefix(8).prefix { $0 != 0x0A && $0 != 0x0D }
    guard line.count == 5, line.starts(with: "sep=".utf8) || line.starts(with: "SEP=".utf8) else {
      return nil
    }
    return line.last
  }

  private static func lineEnd(in bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return [0x0A] }
    let isPair = bytes[end] == 0x0D && end + 1 < bytes.endIndex && bytes[end + 1] == 0x0A
    return isPair ? [0x0D, 0x0A] : [bytes[end]]
  }
}
