/// What is shown of a difference: the lines that differ, what they are parts of, and what is near.
struct DifferenceExcerpt {
  let rows: [DifferenceRow]
  /// Whether rows are missing, because there were too many.
  let wasCut: Bool

  private static let context = 3

  var text: String {
    var shown = Array(repeating: false, count: rows.count)
    // A row may be shown for being near, without what it is a part of.
    var isOwner = shown
    for (position, row) in rows.enumerated() where row.mark != .both {
      let near = max(0, position - Self.context)...min(rows.count - 1, position + Self.context)
      for other in near { shown[other] = true }
      var owner = row.owner
      while let known = owner, !isOwner[known] {
        isOwner[known] = true
        shown[known] = true
        owner = rows[known].owner
      }
    }
    // A gap of one row is no shorter than the row.
    for position in rows.indices
    where !shown[position] && isShown(shown, position - 1) && isShown(shown, position + 1) {
      shown[position] = true
    }
    return text(of: shown)
  }

  /// All rows, when there are not too many.
  var wholeText: String { text(of: Array(repeating: true, count: rows.count)) }

  private func text(of shown: [Bool]) -> String {
    var lines: [String] = []
    var isGap = false
    for (position, row) in rows.enumerated() {
      if shown[position] {
        lines.append("  \(row.mark.rawValue) \(Self.indent(row.depth))\(row.text)")
      } else if !isGap {
        lines.append("    \(Self.indent(row.depth))…")
      }
      isGap = !shown[position]
    }
    if lines.count > ValueDifference.longest || wasCut {
      let more = lines.count - ValueDifference.longest
      lines = Array(lines.prefix(ValueDifference.longest))
      lines.append("    … (\(wasCut ? "more than " : "")\(max(more, 1)) more lines)")
    }
    return lines.joined(separator: "\n")
  }

  private func isShown(_ shown: [Bool], _ position: Int) -> Bool {
    !shown.indices.contains(position) || shown[position]
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}
