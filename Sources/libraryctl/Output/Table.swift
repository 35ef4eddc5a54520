/// A table for a terminal: its widths are fitted to the first rows, and what comes later is cut to
/// them, so that a long list needs no memory.
struct Table {
  private let columns: [Listing.Column]
  private let width: Int
  private let usesColor: Bool
  private var gathered: [[String]] = []
  private var widths: [Int]?
  private static let sample = 200

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

  /// The widest cell of each column; what is too much is taken from the widest flexible columns.
  private func fittedWidths() -> [Int] {
    var widths = columns.map { DisplayWidth.columns(of: $0.title) }
    for cells in gathered {
      for (index, cell) in cells.enumerated() {
        widths[index] = max(widths[index], DisplayWidth.columns(of: cell))
      }
    }
    var excess = widths.reduce(0, +) + 2 * (columns.count - 1) - width
    while excess > 0 {
      let flexible = columns.indices.filter { columns[$0].isFlexible && widths[$0] > 8 }
      guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let cell = DisplayWidth.fitted(cell, columns: widths[index])
      let padding = String(
        repeating: " ", count: max(0, widths[index] - DisplayWidth.columns(of: cell)))
      if index > 0 { line += "  " }
      line += columns[index].isNumeric ? padding + cell : cell + padding
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
