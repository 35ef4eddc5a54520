import Catalogue
import LibraryFeature
import Storage

/// Draws what is browsed: a function of the state and the size of the screen, and of nothing else.
struct BrowseScreen {
  let state: BrowseFeature.State
  let size: ScreenSize

  /// The frame that shows a state.
  /// - Complexity: O(rows and columns of the screen)
  static func frame(_ state: BrowseFeature.State, _ size: ScreenSize) -> ScreenFrame {
    BrowseScreen(state: state, size: size).frame
  }

  private var frame: ScreenFrame {
    if state.showsKeys { return framed(title: "Keys", keys, foot: "any key goes back") }
    if let accounts = state.accounts {
      return framed(
        title: "Which account?", choices(accounts), foot: "Enter uses it, Esc goes back")
    }
    if let detail = state.detail { return detailFrame(detail) }
    return listFrame
  }

  func line(_ text: String = "", _ style: ScreenStyle = .plain) -> ScreenLine {
    var line = ScreenLine(width: size.columns)
    line.add(text, style)
    return line
  }

  /// A head over the whole width.
  func head(_ left: String, _ right: String = "") -> ScreenLine {
    var line = ScreenLine(width: size.columns)
    let width = DisplayWidth.columns(of: ScreenLine.fitted(right, columns: size.columns))
    line.add(" " + left, .selected, limit: size.columns - width - 2, fills: true)
    line.addRight(right + " ", .selected, limit: line.room)
    return line
  }

  private func framed(title: String, _ body: [ScreenLine], foot: String) -> ScreenFrame {
    let room = max(0, size.rows - 2)
    var lines = [head(title)] + body.prefix(room)
    while lines.count < size.rows - 1 { lines.append(line()) }
    lines.append(self.foot(foot))
    return ScreenFrame(lines, size: size)
  }

  // MARK: What is told at the foot

  /// The last line: what there is to tell, else what is under way, else what keys there are.
  func foot(_ keys: String) -> ScreenLine {
    if let notice = state.notice { return line(notice.text, notice.isProblem ? .problem : .bold) }
    if state.isEnding { return line("ending the sync; q again leaves at once", .bold) }
    if let message = state.book?.message, let text = message.text { return line(text, .problem) }
    return line(keys, .dim)
  }

  /// How the sync is doing, in a few words.
  var syncText: String {
    guard let sync = state.library.sync else { return "" }
    var text =
      sync.isRunning ? "sync: \(sync.done)/\(sync.claimed)" : "synced \(sync.updated)"
    if sync.failed > 0 { text += ", \(sync.failed) failed" }
    if sync.refusedCount > 0 { text += ", \(sync.refusedCount) too late" }
    if let stop = sync.stop { text += " (\(stop.text))" }
    return text
  }

  // MARK: Keys and accounts

  private var keys: [ScreenLine] {
    let bindings = state.detail == nil ? KeyBinding.list : KeyBinding.detail
    let items = bindings.map { ($0.label, $0.meaning) }
    let labels = items.map { DisplayWidth.columns(of: $0.0) }.max() ?? 0
    let rows = max(1, size.rows - 2)
    let columns = min((items.count + rows - 1) / rows, max(1, size.columns / 36))
    let perColumn = (items.count + columns - 1) / columns
    return (0..<perColumn).map { row in
      var line = ScreenLine(width: size.columns)
      for column in 0..<columns where column * perColumn + row < items.count {
        let (label, meaning) = items[column * perColumn + row]
        line.add(" " + label, .bold, limit: labels + 3, fills: true)
        let width = size.columns / columns * (column + 1) - line.columns
        line.add(meaning, limit: max(0, width - 1), fills: true)
        line.add(" ")
      }
      return line
    }
  }

  private func choices(_ choice: AccountChoiceFeature.State) -> [ScreenLine] {
    let room = max(1, size.rows - 2)
    let first = max(0, choice.selected - room + 1)
    return choice.accounts.enumerated().dropFirst(first).map { index, account in
      var line = ScreenLine(width: size.columns)
      let isSelected = index == choice.selected
      let style = isSelected ? ScreenStyle.selected : .plain
      line.add(isSelected ? "> " : "  ", style)
      line.add("\(account.name)  (\(account.source.rawValue))", style, fills: isSelected)
      return line
    }
  }

  /// Text in lines that fit, broken where words end.
  func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    // No more than a screen can show is looked at.
    let seen = String(String.UnicodeScalarView(text.unicodeScalars.prefix(8 * columns * size.rows)))
    for word in TerminalText.singleLine(seen).split(separator: " ") {
      let width = DisplayWidth.columns(of: String(word))
      if used > 0, used + 1 + width > columns {
        lines.append(line)
        line = ""
        used = 0
      }
      line += used > 0 ? " " + word : String(word)
      used += width + (used > 0 ? 1 : 0)
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// A line in which is typed, and the column of the cursor.
  func typing(_ prompt: String, _ editor: LineEditor, note: String) -> (ScreenLine, Int) {
    var line = ScreenLine(width: size.columns)
    line.add(prompt, .bold, limit: max(0, size.columns - 2))
    let room = max(1, line.room - 1)
    var before = Array(editor.characters.prefix(editor.cursor))
    // What is before the cursor moves out on the left.
    var width = columns(before)
    while width > room, !before.isEmpty { width -= columns([before.removeFirst()]) }
    line.add(String(before))
    let cursor = min(line.columns, size.columns - 1)
    line.add(String(editor.characters.dropFirst(editor.cursor)))
    if !note.isEmpty, line.room > 4 {
      line.add("  ")
      line.add(note, .dim)
    }
    return (line, cursor)
  }

  private func columns(_ characters: [Character]) -> Int {
    DisplayWidth.columns(of: TerminalText.singleLine(String(characters)))
  }
}
