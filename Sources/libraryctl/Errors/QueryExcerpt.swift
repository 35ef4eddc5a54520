/// A query with carets below the part that is meant.
struct QueryExcerpt {
  /// The query, cut when it is long, and the carets.
  let lines: [String]

  private static let before = 30
  private static let behind = 30

  /// - Parameter range: the characters that are meant, counted from 0.
  init(_ query: String, _ range: Range<Int>) {
    let characters = Array(query)
    let range = range.clamped(to: 0..<characters.count)
    let start = max(0, range.lowerBound - Self.before)
    let end = min(characters.count, range.upperBound + Self.behind)
    func shown(_ range: Range<Int>) -> String {
      TerminalText.singleLine(String(characters[range]))
    }
    let lead = (start > 0 ? "…" : "") + shown(start..<range.lowerBound)
    let meant = shown(range.lowerBound..<min(range.upperBound, range.lowerBound + Self.before))
    let rest = shown(range.upperBound..<end) + (end < characters.count ? "…" : "")
    lines = [
      "  " + lead + meant + rest,
      "  " + String(repeating: " ", count: DisplayWidth.columns(of: lead))
        + String(repeating: "^", count: max(1, DisplayWidth.columns(of: meant))),
    ]
  }
}
