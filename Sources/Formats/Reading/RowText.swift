import Catalogue

/// The cells of the row in hand as text of the form that is stored, with what had to be mended.
struct RowText {
  /// The names of the columns, or of a record's members.
  var names: [String] { didSet { columns = nil } }
  /// The first column of each folded name, once somebody has asked for one.
  private var columns: [String: Int]?
  var warnings: [ImportWarning] = []
  private var rawTexts: [String: Distinct<String>] = [:]
  var line = 0

  /// Whether HTML's character references in lines stand for characters.
  let hasReferences: Bool

  init(names: [String], hasReferences: Bool = true) {
    self.names = names
    self.hasReferences = hasReferences
  }

  mutating func begin(line: Int) {
    self.line = line
    warnings.removeAll()
    rawTexts.removeAll()
  }

  /// Values that are not of their field's type, under the field's name; of several for one field all.
  var raw: [String: JSONValue] {
    rawTexts.mapValues { texts in
      texts.values.count == 1
        ? .string(texts.values[0]) : .array(texts.values.map(JSONValue.string))
    }
  }

  func name(of column: Int) -> String {
    guard column < names.count, !names[column].isEmpty else { return "column \(column + 1)" }
    return names[column]
  }

  /// The place of a column, by its folded name; that of none for a name that is not there.
  /// - Complexity: O(1) on average, and once O(the number of names)
  mutating func column(_ key: String) -> Int {
    if let columns { return columns[key] ?? names.count }
    let folded = names.enumerated().map { (FoldedText.fold($0.element), $0.offset) }
    let columns = Dictionary(folded) { first, _ in first }
    // mutant column-index: `self.columns = columns` -> `` (LinearTimeTests)
    self.columns = columns
    return columns[key] ?? names.count
  }

  /// Keeps a value as it stands; of several for one field all.
  mutating func keepRaw(_ text: String, _ key: String) {
    // mutant values-kept-aside:
    //   `rawTexts[key, default: Distinct()].insert(text)`
    //   -> `rawTexts[key] = Distinct(); rawTexts[key]?.insert(text)` (ValueTests)
    rawTexts[key, default: Distinct()].insert(text)
  }

  mutating func warn(_ column: Int, _ reason: String) {
    warnings.append(ImportWarning(line: line, column: name(of: column), reason: reason))
  }

  /// A cell on one line: composed, white space collapsed, a spreadsheet's `="…"` and the apostrophe
  /// before what would be a formula taken off, and HTML's character references resolved.
  mutating func line(_ cell: CSVReader.Cell, _ column: Int, in reader: CSVReader) -> String {
    let simple: String? = reader.withBytes(of: cell) { bytes in
      let scan = TextScan(bytes)
      guard scan.isComposed, scan.isCollapsed, bytes.first != UInt8(ascii: "="),
        bytes.first != UInt8(ascii: "'"), !hasReferences || !bytes.contains(UInt8(ascii: "&"))
      else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    if let simple { return simple }
    var text = given(cell, column, in: reader)
    if hasReferences { text = HTMLEntities.decoded(text) }
    text = TextForm.collapsed(text)
    if text.utf8.count >= 3, text.hasPrefix("=\""), text.hasSuffix("\"") {
      return TextForm.collapsed(String(text.dropFirst(2).dropLast()))
    }
    return TextForm.collapsed(FormulaGuard.removed(from: text))
  }

  /// A cell with its line breaks, composed, without white space at its ends.
  mutating func block(_ cell: CSVReader.Cell, _ column: Int, in reader: CSVReader) -> String {
    let simple: String? = reader.withBytes(of: cell) { bytes in
      let scan = TextScan(bytes)
      guard scan.isComposed, scan.isCollapsed, bytes.first != UInt8(ascii: "'") else {
        return nil
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    if let simple { return simple }
    let text = Self.trimmed(TextForm.composed(given(cell, column, in: reader)))
    return FormulaGuard.removed(from: text)
  }

  /// A text without white space at its ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }

  private mutating func given(
    _ cell: CSVReader.Cell, _ column: Int, in reader: CSVReader
  ) -> String {
    var isForeign = false
    let text = reader.text(of: cell, isForeign: &isForeign)
    if isForeign { warn(column, "the text is not UTF-8 and was read as Windows-1252") }
    guard text.utf8.contains(0) else { return text }
    // SQLite's own functions end a text at the first NUL.
    warn(column, "a NUL character was left out")
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 }))
  }
}
