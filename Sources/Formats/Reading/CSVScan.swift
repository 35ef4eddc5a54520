/// Finds where the cells of a row begin and end.
struct CSVScan {
  let bytes: UnsafeBufferPointer<UInt8>
  /// True when no bytes come after these.
  let isAtEnd: Bool
  let delimiter: UInt8

  enum Result {
    case more
    /// The row ends before `end`; `lines` line ends were passed.
    case row(end: Int, lines: Int)
    /// A quote in `column` is not closed; `resume` is the start of the line after its own.
    case unfinished(column: Int, resume: Int, linesBefore: Int)
  }

  /// Finds the cells of the row that begins at `start`.
  func row(from start: Int, into cells: inout [CSVReader.Cell]) -> Result {
    cells.removeAll(keepingCapacity: true)
    let count = bytes.count
    var lines = 0
    var index = start
    while true {
      // A quote may stand behind blanks.
      var quote = index
      while quote < count, bytes[quote] == 0x20 { quote += 1 }
      var isQuoted = quote < count && bytes[quote] == Self.quote
      if isQuoted {
        switch quoted(from: quote, lines: &lines) {
        case .more: return .more
        case .text: isQuoted = false
        case .unfinished(let linesBefore):
          return .unfinished(
            column: cells.count, resume: endOfLine(from: quote),
            linesBefore: linesBefore)
        case .cell(let cell, let next):
          cells.append(cell)
          index = next
        }
      }
      if !isQuoted {
        if quote == count, !isAtEnd { return .more }
        let start = index
        while index < count {
          let byte = bytes[index]
          if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
          index += 1
        }
        cells.append(CSVReader.Cell(start: start, end: index, style: .plain))
      }
      guard index < count else {
        return isAtEnd ? .row(end: count, lines: lines + 1) : .more
      }
      let byte = bytes[index]
      index += 1
      if byte == delimiter { continue }
      if byte == 0x0D {
        if index == count, !isAtEnd { return .more }
        if index < count, bytes[index] == 0x0A { index += 1 }
      }
      return .row(end: index, lines: lines + 1)
    }
  }

  private enum Quoted {
    case more
    /// The quote is a part of the text.
    case text
    case unfinished(linesBefore: Int)
    case cell(CSVReader.Cell, next: Int)
  }

  private func quoted(from quote: Int, lines: inout Int) -> Quoted {
    let count = bytes.count
    let linesBefore = lines
    var style = CSVReader.Cell.Style.quoted
    var index = quote + 1
    while true {
      while index < count, bytes[index] != Self.quote {
        if bytes[index] == 0x0A { lines += 1 }
        if bytes[index] == 0x0D, index + 1 == count || bytes[index + 1] != 0x0A { lines += 1 }
        index += 1
      }
      guard index < count else {
        guard isAtEnd || count - quote > CSVReader.longestRow / 2 else { return .more }
        return unfinished(linesBefore, &lines)
      }
      if index + 1 < count, bytes[index + 1] == Self.quote {
        style = .escaped
        index += 2
        continue
      }
      var next = index + 1
      while next < count, bytes[next] == 0x20 { next += 1 }
      if next == count, !isAtEnd { return .more }
      if next == count || isSeparator(bytes[next]) {
        return .cell(CSVReader.Cell(start: quote + 1, end: index, style: style), next: next)
      }
      // Text behind a closing quote on another line: the quote is the opening one of a later cell,
      // and this cell's own was never closed.
      if lines > linesBefore || delimiter == Self.tab { return unfinished(linesBefore, &lines) }
      while next < count, !isSeparator(bytes[next]) { next += 1 }
      if next == count, !isAtEnd { return .more }
      return .cell(CSVReader.Cell(start: quote + 1, end: next, style: .untidy), next: next)
    }
  }

  /// Between tabs many programs write no quotes at all, so that one which does not fit is text:
  /// `"A" is for Alibi`.
  private func unfinished(_ linesBefore: Int, _ lines: inout Int) -> Quoted {
    // mutant tab-quote:
    //   `guard delimiter == Self.tab else` -> `guard delimiter == 0 else` (CSVTests)
    guard delimiter == Self.tab else { return .unfinished(linesBefore: linesBefore) }
    lines = linesBefore
    return .text
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == 0x0A || byte == 0x0D
  }

  private func endOfLine(from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
    if index < bytes.count, bytes[index] == 0x0D { index += 1 }
    if index < bytes.count, bytes[index] == 0x0A { index += 1 }
    return min(index, bytes.count)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let tab = UInt8(ascii: "\t")
}
