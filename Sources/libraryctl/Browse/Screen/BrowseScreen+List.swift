import Catalogue
import Composable
import LibraryFeature
import Storage

extension BrowseScreen {
  private var list: BookListFeature.State { state.list }

  var listFrame: ScreenFrame {
    var lines = [head(title, syncText)]
    var cursor: ScreenFrame.Place?
    if list.isTyping || !list.search.isEmpty {
      let (line, column) = typing("Search: ", list.search, note: searchNote)
      lines.append(line)
      if list.isTyping { cursor = ScreenFrame.Place(row: 1, column: column) }
    } else {
      lines.append(columnHeads)
    }
    let height = size.listHeight
    if list.rows.isEmpty {
      lines += emptyText.flatMap { wrapped($0, columns: size.columns) }.map { line($0) }
        .prefix(height)
    } else {
      let first = firstRow(height)
      lines += list.rows.indices.dropFirst(first).prefix(height).map { row(at: $0) }
    }
    while lines.count < size.rows - 1 { lines.append(line()) }
    lines = Array(lines.prefix(max(0, size.rows - 1))) + [listFoot]
    if let place = cursor, place.row >= size.rows { cursor = nil }
    return ScreenFrame(lines, size: size, cursor: cursor)
  }

  /// The state knows the height of the screen a little later than the screen itself.
  private func firstRow(_ height: Int) -> Int {
    max(min(list.top, list.selected), list.selected - height + 1)
  }

  private var title: String {
    var parts: [String] = []
    if let account = list.account { parts.append(account.name) }
    if let total = list.total { parts.append("\(grouped(total)) book\(total == 1 ? "" : "s")") }
    parts.append("by \(list.sort.key.rawValue)\(list.sort.descending ? " ↓" : " ↑")")
    return parts.joined(separator: " · ")
  }

  private func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  private var searchNote: String {
    if list.isSearching { return "searching…" }
    if list.problem != nil { return "" }
    if list.rows.isEmpty { return "nothing found" }
    let more = list.hasBefore || list.hasAfter
    return more ? "more than \(list.rows.count) found" : "\(list.rows.count) found"
  }

  private var emptyText: [String] {
    switch state.access {
    case .absent:
      return [
        "There is no library yet.",
        "Leave with q, and add books: libraryctl add 9780261102217, or libraryctl import FILE.",
      ]
    case .reading, .writing: break
    }
    if list.loading != nil { return ["Reading…"] }
    if list.problem != nil { return [] }
    if !list.search.isEmpty { return ["Nothing is found. Esc shows all books again."] }
    return [
      "There are no books yet.",
      "Add some in another window, and they appear here: libraryctl add 9780261102217, or "
        + "libraryctl import FILE.",
    ]
  }

  private var listFoot: ScreenLine {
    if state.notice == nil, let problem = list.problem {
      switch problem {
      case .query(let error): return line(error.description, .problem)
      case .failed(let reason): return line(reason, .problem)
      }
    }
    if state.notice == nil, let first = list.unreadable.first {
      return line("book \(first) cannot be read: libraryctl db check", .problem)
    }
    return foot(
      list.isTyping
        ? "Enter keeps the search, Esc ends it" : "/ search  Enter open  ? keys  q end")
  }

  // MARK: Rows

  /// The columns that fit the screen.
  private struct Layout {
    let number: Int
    let title: Int
    let authors: Int
    let hasRest: Bool

    init(columns: Int, number: Int) {
      self.number = number
      hasRest = columns >= 60
      let room = max(1, columns - 2 - number - 2 - (hasRest ? 2 + 4 + 2 + 9 : 0))
      authors = hasRest ? (room - 2) * 2 / 5 : 0
      title = hasRest ? room - 2 - authors : room
    }
  }

  private var layout: Layout {
    let numbers = list.rows.dropFirst(firstRow(size.listHeight)).prefix(size.listHeight)
    let digits = numbers.map { "\($0.number)".utf8.count }.max() ?? 2
    return Layout(columns: size.columns, number: max(2, min(digits, size.columns / 3)))
  }

  private var columnHeads: ScreenLine {
    var line = ScreenLine(width: size.columns)
    let layout = layout
    line.add("  ")
    line.addRight("NO", .bold, limit: layout.number)
    line.add("  ")
    line.add("TITLE", .bold, limit: layout.title, fills: true)
    if layout.hasRest {
      line.add("  ")
      line.add("AUTHORS", .bold, limit: layout.authors, fills: true)
      line.add("  ")
      line.add("YEAR  SYNC", .bold)
    }
    return line
  }

  private func row(at index: Int) -> ScreenLine {
    let row = list.rows[index]
    let isSelected = index == list.selected
    let style = isSelected ? ScreenStyle.selected : .plain
    let book = state.library.books[id: row.id]
    let layout = layout
    var line = ScreenLine(width: size.columns)
    line.add(isSelected ? ">" : " ", style)
    line.add(book?.isLoading == true ? "~" : " ", style)
    line.addRight("\(row.number)", style, limit: layout.number)
    line.add("  ", style)
    line.add(book.map { Self.title(of: $0.book) } ?? "", style, limit: layout.title, fills: true)
    if layout.hasRest {
      let shown = book?.book.shown
      line.add("  ", style)
      line.add(
        shown?.authors?.joined(separator: "; ") ?? "", style, limit: layout.authors, fills: true)
      line.add("  ", style)
      let year = shown?.published.flatMap { PublicationDate($0).year }
      line.addRight(year.map(String.init) ?? "", style, limit: 4)
      line.add("  ", style)
      line.add(book.map { Self.sync(of: $0) } ?? "", style, limit: 9, fills: true)
    }
    if isSelected { line.fill(style) }
    return line
  }

  /// What stands for a book: its title, else its ISBN.
  static func title(of book: Book) -> String {
    book.shownTitle ?? book.isbn.map { "ISBN \($0)" } ?? "(no title)"
  }

  static func sync(of book: BookFeature.State) -> String {
    book.isLoading ? "in-flight" : book.book.syncState.rawValue
  }
}
