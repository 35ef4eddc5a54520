/// A table for a terminal: its widths are fitted to the first rows, and what comes later is cut to
/// them, so that a long list needs no memory.
struct Table {
  private let columns: [Listing.Column]
  private let width: Int
  private let usesColor: Bool
  private var gathered: [[String]] = []
  private var widths: [Int?]?
  private static let sample = 200
  /// A flexible column that is narrower tells little.
  private static let least = 8

  /// - Parameter width: the columns of the terminal.
  init(columns: [Listing.Column], width: Int, usesColor: Bool) {
    self.columns = columns
    self.width = width
    self.usesColor = usesColor
  }

  mutating func append(_ cells: [String], to output: BufferedOutput) throws {
    if let widths {
      try output.write(line(cells, widths))
    } else {
      gathered.append(cells)
      if gathered.count == Self.sample { try writeGathered(to: output) }
    }
  }

  /// Writes what was still gathered; an empty table writes nothing.
  mutating func finish(_ output: BufferedOutput) throws {
    if widths == nil, !gathered.isEmpty { try writeGathered(to: output) }
  }

  private mutating func writeGathered(to output: BufferedOutput) throws {
    let widths = fittedWidths()
    self.widths = widths
    let head = line(columns.map(\.title), widths)
    try output.write(usesColor ? "\u{1B}[1m\(head.dropLast())\u{1B}[0m\n" : head)
    for cells in gathered { try output.write(line(cells, widths)) }
    gathered = []
  }

  /// The widest cell of each column; nil for a column that has no room.
  ///
  /// What is too much is taken from the widest flexible columns. Where that is not enough, columns are
  /// left out from the right, the flexible ones last; the first column and the first flexible one
  /// stay.
  private func fittedWidths() -> [Int?] {
    // A column that is wider than the terminal is as good as one that fills it.
    var natural: [Int?] = columns.map { min(width, DisplayWidth.columns(of: $0.title)) }
    for cells in gathered {
      for (index, cell) in cells.enumerated() {
        natural[index] = max(natural[index] ?? 0, min(width, DisplayWidth.columns(of: cell)))
      }
    }
    var widths = narrowed(natural, to: Self.least)
    guard let first = columns.firstIndex(where: \.isFlexible) else { return widths }
    // mutant narrow-table: `while excess(of: widths) > 0 {` -> `while false {` (TableTests)
    while excess(of: widths) > 0 {
      let others = columns.indices.filter { $0 > 0 && $0 != first && natural[$0] != nil }
      guard let next = others.last(where: { !columns[$0].isFlexible }) ?? others.last else { break }
      natural[next] = nil
      widths = narrowed(natural, to: Self.least)
    }
    return narrowed(widths, to: 1)
  }

  /// Takes what is too much from the widest flexible columns.
  /// - Parameter least: how wide they stay.
  private func narrowed(_ natural: [Int?], to least: Int) -> [Int?] {
    var widths = natural
    for _ in 0..<max(0, excess(of: natural)) {
      let flexible = columns.indices.filter { columns[$0].isFlexible && (widths[$0] ?? 0) > least }
      guard let widest = flexible.max(by: { widths[$0] ?? 0 < widths[$1] ?? 0 }) else { break }
      widths[widest] = widths[widest].map { $0 - 1 }
    }
    return widths
  }

  /// By how many columns of the terminal a line is too long.
  private func excess(of widths: [Int?]) -> Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + 2 * (shown.count - 1) - width
  }

  private func line(_ cells: [String], _ widths: [Int?]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      guard let width = widths[index] else { continue }
      let cell = DisplayWidth.fitted(cell, columns: width)
      let padding = String(repeating: " ", count: max(0, width - DisplayWidth.columns(of: cell)))
      if index > 0 { line += "  " }
      line += columns[index].isNumeric ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
