import Storage

/// Statistics as bars of text.
struct StatisticsBars {
  let text: String

  private static let longestName = 24
  /// More years or months than these are shown by decade, or by year.
  private static let mostRows = 24
  private static let headings: [LibraryStatistics.Dimension: String] = [
    .year: "By year", .language: "By language", .publisher: "By publisher", .shelf: "By shelf",
    .month: "By month added",
  ]

  /// - Parameter columns: the width of the terminal.
  init(_ statistics: LibraryStatistics, columns: Int) {
    var text = "\(statistics.books) book\(statistics.books == 1 ? "" : "s")\n"
    for group in statistics.groups where !group.counts.isEmpty {
      let heading = Self.headings[group.dimension] ?? group.dimension.rawValue
      text += "\n\(heading)\n"
      var rows = Self.rows(of: group)
      if group.others > 0 { rows.append(("others", group.others)) }
      for row in Self.bars(rows, columns: columns) { text += "  \(row)\n" }
    }
    self.text = text
  }

  private static func rows(
    of group: LibraryStatistics.Group
  ) -> [(name: String, books: Int)] {
    let isCoarse = group.dimension.isOrdered && group.counts.count > mostRows
    var rows: [(name: String, books: Int)] = []
    for count in group.counts {
      var name = count.value ?? "none"
      if isCoarse, count.value != nil {
        name = group.dimension == .year ? name.dropLast() + "0s" : String(name.prefix(4))
      }
      if rows.last?.name == name {
        rows[rows.count - 1].books += count.books
      } else {
        rows.append((name, count.books))
      }
    }
    return rows
  }

  private static func bars(_ rows: [(name: String, books: Int)], columns: Int) -> [String] {
    let names = rows.map {
      DisplayWidth.fitted(TerminalText.singleLine($0.name), columns: longestName)
    }
    let nameWidth = names.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let numberWidth = rows.map { String($0.books).count }.max() ?? 0
    let space = max(0, columns - nameWidth - numberWidth - 6)
    let most = rows.map(\.books).max() ?? 0
    return zip(names, rows).map { name, row in
      let padding = String(repeating: " ", count: nameWidth - DisplayWidth.columns(of: name))
      let number = String(row.books)
      let lead = String(repeating: " ", count: numberWidth - number.count)
      // Eighths of a column; what is there at all is seen.
      let eighths = most > 0 ? max(row.books > 0 ? 1 : 0, row.books * space * 8 / most) : 0
      let bar =
        String(repeating: "█", count: eighths / 8)
        + (eighths % 8 > 0 ? ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8 - 1] : "")
      return "\(name)\(padding)  \(lead)\(number)" + (space > 0 && !bar.isEmpty ? "  \(bar)" : "")
    }
  }
}
