/// A line of a screen, never wider than the screen and without anything that a terminal obeys.
struct ScreenLine: Hashable {
  struct Span: Hashable {
    var text: String
    var style: ScreenStyle
  }

  let width: Int
  private(set) var spans: [Span] = []
  private(set) var columns = 0

  /// - Parameter width: the columns of the screen.
  init(width: Int) { self.width = width }

  /// The columns that are left.
  var room: Int { width - columns }

  /// Adds text, cut where the line ends or where it must.
  /// - Parameters:
  ///   - limit: how many columns it may take; nil: what is left.
  ///   - fills: whether blanks fill it up to the limit.
  mutating func add(
    _ text: String, _ style: ScreenStyle = .plain, limit: Int? = nil, fills: Bool = false
  ) {
    let limit = min(limit ?? room, room)
    guard limit > 0 else { return }
    let shown = Self.fitted(text, columns: limit)
    let used = DisplayWidth.columns(of: shown)
    append(shown, style)
    columns += used
    if fills, used < limit {
      append(String(repeating: " ", count: limit - used), style)
      columns += limit - used
    }
  }

  /// Adds text that ends where the limit does.
  mutating func addRight(_ text: String, _ style: ScreenStyle = .plain, limit: Int) {
    let limit = min(limit, room)
    guard limit > 0 else { return }
    let shown = Self.fitted(text, columns: limit)
    add(String(repeating: " ", count: limit - DisplayWidth.columns(of: shown)), style)
    add(shown, style)
  }

  /// Fills the rest with blanks.
  mutating func fill(_ style: ScreenStyle) { add("", style, fills: true) }

  private mutating func append(_ text: String, _ style: ScreenStyle) {
    if text.isEmpty { return }
    if spans.last?.style == style {
      spans[spans.count - 1].text += text
    } else {
      spans.append(Span(text: text, style: style))
    }
  }

  /// The text made harmless, and cut to the columns. What is far beyond them is not even looked at.
  static func fitted(_ text: String, columns: Int) -> String {
    // Enough for every column to have a letter with its marks.
    let most = 8 * columns + 16
    var text = text
    if text.utf8.count > most {
      text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
    }
    // mutant browse-hostile-title: `TerminalText.singleLine(text)` -> `text` (BrowseScreenTests)
    return DisplayWidth.fitted(TerminalText.singleLine(text), columns: columns)
  }

  /// The line as it reads, without its looks.
  var text: String { spans.map(\.text).joined() }
}
