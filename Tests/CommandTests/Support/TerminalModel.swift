/// A small terminal: takes what a program writes, and keeps what would be seen.
///
/// It knows no more than a program of this package uses, and keeps everything else in `unknown`.
struct TerminalModel {
  /// What is in a place: a character with its marks; empty behind a wide one.
  private(set) var cells: [[String]]
  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var row = 0
  private(set) var column = 0
  private(set) var isCursorShown = true
  private(set) var isOnOtherScreen = false
  private(set) var wraps = true
  private(set) var bracketsPaste = false
  /// Whether text is written in some other way than plainly.
  private(set) var isStyled = false
  /// How many frames were written.
  private(set) var frames = 0
  /// Colours that were asked for.
  private(set) var colours: Set<String> = []
  private(set) var unknown: [String] = []
  private var firstScreen: [[String]] = []
  private var pending: [UInt8] = []
  /// The blocks of wide characters that tests use.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFF01...0xFF60, 0x1F300...0x1F64F, 0x20000...0x3FFFD,
  ]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
  }

  private static func blank(_ columns: Int, _ rows: Int) -> [[String]] {
    Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The lines as they are read, without blanks at their ends.
  var lines: [String] {
    cells.map { row in
      var line = row.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  var text: String { lines.joined(separator: "\n") }

  mutating func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Self.blank(columns, rows)
    row = min(row, rows - 1)
    column = min(column, columns - 1)
  }

  mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let count = step() { pending.removeFirst(count) }
  }

  /// - Returns: how many bytes were used; nil: more are needed.
  private mutating func step() -> Int? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B: return escape()
    case 0x0D: column = 0
    case 0x0A: lineFeed()
    case 0x08: column = max(0, column - 1)
    case 0x00..<0x20, 0x7F: unknown.append("control \(first)")
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard pending.count >= length else { return nil }
      put(String(decoding: pending.prefix(length), as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func lineFeed() {
    row += 1
    guard row == rows else { return }
    row -= 1
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func put(_ text: String) {
    guard let scalar = text.unicodeScalars.first else { return }
    let width =
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
      }
    if scalar.properties.generalCategory == .control {
      return unknown.append("control \(scalar.value)")
    }
    if width == 0 {
      var place = max(0, column - 1)
      if cells[row][place].isEmpty, place > 0 { place -= 1 }
      cells[row][place] += text
      return
    }
    if column + width > columns {
      guard wraps else { return }
      column = 0
      lineFeed()
    }
    cells[row][column] = text
    if width == 2 { cells[row][column + 1] = "" }
    // At the end of a line the cursor stays on it.
    column += width
    if !wraps { column = min(column, columns - 1) }
  }

  private mutating func escape() -> Int? {
    guard pending.count >= 2 else { return nil }
    guard pending[1] == UInt8(ascii: "[") else {
      unknown.append("ESC \(pending[1])")
      return 2
    }
    guard let end = pending[2...].firstIndex(where: { $0 >= 0x40 && $0 < 0x7F }) else { return nil }
    let parameters = String(decoding: pending[2..<end], as: UTF8.self)
    control(parameters, Character(Unicode.Scalar(pending[end])))
    return end + 1
  }

  private mutating func control(_ parameters: String, _ final: Character) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 1 }
    switch (final, parameters) {
    case ("H", _):
      row = min(max((numbers.first ?? 1) - 1, 0), rows - 1)
      column = min(max((numbers.dropFirst().first ?? 1) - 1, 0), columns - 1)
    case ("K", ""): for place in column..<columns { cells[row][place] = " " }
    case ("J", "2"): cells = Self.blank(columns, rows)
    case ("m", _):
      isStyled = parameters != "0"
      if let colour = numbers.first(where: { (30...49).contains($0) || $0 == 2 }) {
        colours.insert("\(colour)")
      }
    case ("h", "?1049"):
      if !isOnOtherScreen { firstScreen = cells }
      cells = Self.blank(columns, rows)
      isOnOtherScreen = true
    case ("l", "?1049"):
      if isOnOtherScreen { cells = firstScreen }
      isOnOtherScreen = false
    case ("h", "?25"), ("l", "?25"): isCursorShown = final == "h"
    case ("h", "?7"), ("l", "?7"): wraps = final == "h"
    case ("h", "?2004"), ("l", "?2004"): bracketsPaste = final == "h"
    case ("h", "?2026"): break
    case ("l", "?2026"): frames += 1
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }
}
