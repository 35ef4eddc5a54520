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
    guard index < cell.count, isFormula(cell[index]) else { return false }
    // `="…"` is a spreadsheet's way to write text, and would be read as that.
    return index > 0 || isSpreadsheetSafe
      || cell[0] == UInt8(ascii: "=") && cell.count > 1 && cell[1] == UInt8(ascii: "\"")
  }

  /// The cell without the apostrophe that `isNeeded` asks for.
  static func removed(from cell: String) -> String {
    guard cell.utf8.first == UInt8(ascii: "'"),
      let first = cell.utf8.first(where: { $0 != UInt8(ascii: "'") }), isFormula(first)
    else { return cell }
    return String(cell.dropFirst())
  }

  private static func isFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }
}
