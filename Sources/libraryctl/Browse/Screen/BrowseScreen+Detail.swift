import Catalogue
import LibraryFeature
import Storage

extension BrowseScreen {
  func detailFrame(_ detail: BookDetailFeature.State) -> ScreenFrame {
    guard let book = state.book else { return ScreenFrame([head("…")], size: size) }
    let isbn = book.book.isbn.map { " · ISBN \($0)" } ?? ""
    var lines = [
      head("Book \(book.book.number)\(isbn) · \(Self.sync(of: book))", syncText),
      line(Self.title(of: book.book), .bold),
    ]
    let height = size.listHeight
    let (fields, chosen) = fieldLines(of: book.book, detail, height: height)
    // The chosen field in the middle, where there is enough around it.
    let middle = chosen.lowerBound - max(0, height - chosen.count) / 2
    let first = max(0, min(middle, fields.count - height))
    lines += fields.dropFirst(first).prefix(height)
    while lines.count < size.rows - 1 { lines.append(line()) }
    lines = Array(lines.prefix(max(0, size.rows - 1)))
    guard let edit = detail.edit else {
      lines.append(foot("Enter edit  x as others say  d remove  u undo  Esc back  ? keys"))
      return ScreenFrame(lines, size: size)
    }
    let (line, column) = typing(
      "\(edit.column.name): ", edit.line,
      note: edit.problem ?? "Enter saves, Esc does not")
    lines.append(line)
    if let problem = edit.problem, lines.count >= 2 {
      lines[lines.count - 2] = self.line("that \(problem)", .problem)
    }
    return ScreenFrame(
      lines, size: size, cursor: ScreenFrame.Place(row: size.rows - 1, column: column))
  }

  /// The lines of all fields, and which of them are those of the chosen one.
  private func fieldLines(
    of book: Book, _ detail: BookDetailFeature.State, height: Int
  ) -> ([ScreenLine], Range<Int>) {
    var lines: [ScreenLine] = []
    var chosen = 0..<1
    for field in book.saidFields {
      let isChosen = field.column == detail.column
      let start = lines.count
      lines += self.lines(of: field, isChosen: isChosen, height: height)
      if isChosen { chosen = start..<lines.count }
    }
    return (lines, chosen)
  }

  private func lines(of field: SaidField, isChosen: Bool, height: Int) -> [ScreenLine] {
    let name = min(14, max(6, size.columns / 4))
    let origin = size.columns >= 40 ? 10 : 2
    let room = max(1, size.columns - 2 - name - origin)
    func line(_ label: String, _ who: BookOrigin?, _ text: String, _ style: ScreenStyle)
      -> ScreenLine
    {
      var line = ScreenLine(width: size.columns)
      let mark = isChosen && !label.isEmpty
      line.add(mark ? "> " : "  ", mark ? .bold : .plain)
      line.add(label, isChosen ? .selected : .plain, limit: name - 1, fills: true)
      line.add(" ")
      // Where it is narrow, the first letter says who.
      let said = who?.rawValue ?? ""
      line.add(
        origin > 2 ? said : String(said.prefix(1)), who == .typed ? .typed : style,
        limit: origin - 1, fills: true)
      line.add(" ")
      line.add(text, style)
      return line
    }
    let text = field.text ?? (field.origin == nil ? "" : "(said to be empty)")
    // The chosen field is shown as far as there is room for it.
    let parts = isChosen ? Array(wrapped(text, columns: room).prefix(max(1, height / 2))) : [text]
    var lines = [
      line(field.column.name, field.origin, parts.first ?? "", field.text == nil ? .dim : .plain)
    ]
    lines += parts.dropFirst().map { line("", nil, $0, .plain) }
    lines += field.hidden.map { line("", $0.origin, $0.text, .dim) }
    return lines
  }
}
