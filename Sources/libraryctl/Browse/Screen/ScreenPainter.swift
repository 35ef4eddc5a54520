/// Brings a terminal from one frame to the next: only lines that differ are written.
struct ScreenPainter {
  private let usesColor: Bool
  private var shown: ScreenFrame?

  init(usesColor: Bool) { self.usesColor = usesColor }

  /// Forgets what the terminal shows, so that all is written anew.
  mutating func forget() { shown = nil }

  /// What to write so that a frame is shown; empty when it is there already.
  ///
  /// It is to be written as one piece; a terminal that can shows it as one piece, too (synchronised
  /// output, mode 2026, which others ignore).
  mutating func bytes(for frame: ScreenFrame) -> [UInt8] {
    if frame == shown { return [] }
    var text = "\u{1B}[?2026h\u{1B}[?25l"
    let known = shown?.size == frame.size ? shown : nil
    if known == nil { text += "\u{1B}[0m\u{1B}[2J" }
    for (row, line) in frame.lines.enumerated() where known?.lines[row] != line {
      // Erased first: at the last column the cursor stays on it, and it would go, too.
      text += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[K"
      for span in line.spans {
        text += "\u{1B}[\(span.style.parameters(usesColor: usesColor))m\(span.text)"
      }
    }
    text += "\u{1B}[0m"
    if let cursor = frame.cursor {
      text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    }
    text += "\u{1B}[?2026l"
    shown = frame
    return Array(text.utf8)
  }
}
