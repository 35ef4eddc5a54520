/// Shows where texts differ, and makes long ones short.
enum StringDifference {
  private static let longest = 300
  private static let before = 40
  private static let mostLines = 400

  /// A text, or the beginning of a long one.
  static func cut(_ text: String) -> String {
    text.utf8.count <= longest ? text : shortened(text, from: text.startIndex)
  }

  /// Two texts, or of long ones what is around the first difference.
  static func cut(_ left: String, _ right: String) -> (String, String) {
    if left.utf8.count <= longest && right.utf8.count <= longest { return (left, right) }
    let common = zip(left, right).prefix { $0 == $1 }.count
    let start = max(0, common - before)
    return (
      shortened(left, from: left.index(left.startIndex, offsetBy: start)),
      shortened(right, from: right.index(right.startIndex, offsetBy: start))
    )
  }

  private static func shortened(_ text: String, from start: String.Index) -> String {
    let end = text.index(start, offsetBy: longest, limitedBy: text.endIndex) ?? text.endIndex
    let rest = text.distance(from: end, to: text.endIndex)
    return (start > text.startIndex ? "…" : "") + text[start..<end]
      + (rest > 0 ? "… (\(rest) more characters)" : "")
  }

  /// The lines of two texts, with where each belongs.
  static func lines(
    from old: [Substring], to new: [Substring]
  ) -> [(mark: DifferenceRow.Mark, line: Substring)] {
    Alignment(old.count, new.count, mostCompared: mostLines) { old[$0] == new[$1] }.steps.map {
      switch $0 {
      case .both(let position, _): (.both, old[position])
      case .old(let position): (.old, old[position])
      case .new(let position): (.new, new[position])
      }
    }
  }
}
