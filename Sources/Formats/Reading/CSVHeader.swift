import Catalogue

/// The first row of a file of separated values: the delimiter and the columns' names.
struct CSVHeader {
  let delimiter: UInt8
  /// The names as given, without blanks around them.
  let names: [String]
  /// The names folded, for comparison.
  let keys: [String]
  /// The header as it stands in the file.
  let text: String

  /// Finds the delimiter that gives the most columns; nil when there is no row.
  init?(beginning bytes: ArraySlice<UInt8>) {
    var best: (delimiter: UInt8, names: [String], text: String)?
    for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")] {
      var given = false
      var reader = CSVReader(
        ByteInput {
          defer { given = true }
          return given ? nil : Array(bytes)
        }, delimiter: delimiter)
      guard case .row? = try? reader.next() else { continue }
      var isForeign = false
      let names = reader.cells.map {
        TextForm.collapsed(reader.text(of: $0, isForeign: &isForeign))
      }
      if names.count > best?.names.count ?? 0 { best = (delimiter, names, reader.rowText) }
    }
    guard let best else { return nil }
    delimiter = best.delimiter
    names = best.names
    keys = best.names.map(FoldedText.fold)
    text = best.text
  }

  /// True when there is a column of that folded name.
  func contains(_ key: String) -> Bool { keys.contains(key) }
}
