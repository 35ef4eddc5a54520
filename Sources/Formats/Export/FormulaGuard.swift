/// An apostrophe before a cell that a spreadsheet would take for a formula: it makes the cell text
/// (OWASP, "CSV Injection").
///
/// A cell that has such an apostrophe already gets another one, in any export, so that what is read
/// back is what was written.
enum FormulaGuard {
  /// Whether a cell needs an apostrophe.
  static func isNeeded(_ cell: UnsafeBufferPointer<UInt8>, isSpreadsheetSafe: Bool) -> Bool {
    var index = 0
    while index < cell.count, cell[index] == UInt8(ascii: "'") { index += 1 }
    guard isFormula(UnsafeBufferPointer(rebasing: cell[index...])) else { return false }
    // `="…"` is a spreadsheet's way to write text, and would be read as that.
    // mutant formula: `return index > 0 || isSpreadsheetSafe` -> `return index > 0` (ExportTests)
    return index > 0 || isSpreadsheetSafe
      || cell[0] == UInt8(ascii: "=") && cell.count > 1 && cell[1] == UInt8(ascii: "\"")
  }

  /// The cell without the apostrophe that `isNeeded` asks for.
  static func removed(from cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'") else { return cell }
    var rest = String(Substring(cell.utf8.drop { $0 == UInt8(ascii: "'") }))
    guard rest.withUTF8({ isFormula($0) }) else { return cell }
    return String(Substring(cell.utf8.dropFirst()))
  }

  /// Whether a spreadsheet may take a text for a formula: it begins with one of the signs, ASCII's or
  /// full-width ones, before which programs strip what is not seen; or with a control character, with
  /// which they begin a cell or a row anew.
  private static func isFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"): return true
    case 0x09...0x0D: return true
    case 0x21..<0x7F: return false
    default: break
    }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    // mutant formula-hidden: `{ !isHidden($0) }` -> `{ _ in true }` (ExportTests)
    return scalars.first { !isHidden($0) }.map(isSign) ?? false
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@": true
    // Full-width and small forms, which programs read as the usual ones.
    case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    case "\u{FE66}", "\u{FE62}", "\u{FE63}", "\u{FE6B}": true
    default: false
    }
  }

  /// White space, control characters, byte order marks and others of no width.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
    return properties.generalCategory == .control || properties.generalCategory == .format
  }
}
