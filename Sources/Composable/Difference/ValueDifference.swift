/// Shows where two values differ, line by line.
package enum ValueDifference {
  /// How many lines a difference has at most.
  package static let longest = 200

  /// The differing lines of both, `−` before those only expected and `+` before those only there,
  /// with what they are parts of and what is near; equal lines far from a difference are left out.
  package static func text(expected: Any, actual: Any) -> String {
    text(from: expected, to: actual) ?? "    \(ValueReading().brief(actual))"
  }

  /// The difference of an old and a new value, `−` before what is gone and `+` before what came.
  /// - Returns: nil when nothing differs.
  package static func text(from old: Any, to new: Any) -> String? {
    var writer = DifferenceWriter()
    writer.compare(old, new, label: .none)
    guard writer.changes > 0 else { return nil }
    return DifferenceExcerpt(rows: writer.rows, wasCut: writer.wasCut).text
  }

  /// All of a value, in lines.
  package static func text(of value: Any) -> String {
    var writer = DifferenceWriter()
    writer.write(value, mark: .both, label: .none)
    return DifferenceExcerpt(rows: writer.rows, wasCut: writer.wasCut).wholeText
  }
}
