/// Finds the year, month and day in the text of a date.
struct PublicationDateScanner {
  let text: [UInt8]
  let years: ClosedRange<Int>

  /// The year that counts: one in square brackets, else the first.
  var year: Int? {
    if let open = text.firstIndex(of: UInt8(ascii: "[")) {
      let end = text[open...].firstIndex(of: UInt8(ascii: "]")) ?? text.count
      if let year = firstYear(in: open..<end) { return year }
    }
    return firstYear(in: 0..<text.count)
  }

  private func firstYear(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      guard isDigit(index) else {
        index += 1
        continue
      }
      let start = index
      while index < range.upperBound, isDigit(index) { index += 1 }
      if index - start == 8, range == 0..<text.count, index - start == text.count {
        // Eight digits alone are a date without separators.
        let year = number(start..<start + 4)
        if CivilDate(
          year: year, month: number(start + 4..<start + 6), day: number(start + 6..<index))
          != nil, years.contains(year)
        {
          return year
        }
      }
      guard index - start == 4 else { continue }
      let year = number(start..<index)
      if years.contains(year) { return year }
      // A timestamp without a real year has nothing else to offer.
      if start == 0, year < years.lowerBound, index < text.count,
        text[index] == UInt8(ascii: "-"), text.count >= 10
      {
        return nil
      }
    }
    return nil
  }

  /// True for 1 January 1900 written in full.
  var isPlaceholder: Bool {
    if text.starts(with: "1900-01-01".utf8) || text.starts(with: "1900/01/01".utf8) { return true }
    let words = self.words
    switch words {
    case [.number(1), .number(1), .number(1900)]: return true
    case [.month(1), .number(1), .number(1900)], [.number(1), .month(1), .number(1900)]: return true
    default: return false
    }
  }

  /// What is said when there is no full year: `[199-]`, `18??`, `19uu`.
  var vaguePrecision: PublicationDate.Precision {
    var index = 0
    while index < text.count {
      guard isDigit(index) else {
        index += 1
        continue
      }
      let start = index
      while index < text.count, isDigit(index) { index += 1 }
      var blanks = 0
      while index < text.count, isBlank(text[index]) {
        index += 1
        blanks += 1
      }
      if index - start - blanks == 3, blanks >= 1 { return .decade }
      if index - start - blanks == 2, blanks >= 2 { return .century }
    }
    return .none
  }

  /// Month and perhaps day, where the text is a date of that year in a common form.
  func month(of year: Int) -> (month: Int, day: Int?)? {
    if let date = CivilDate(text: text.prefix(10)), date.year == year,
      text.count == 10 || text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " ")
    {
      return (date.month, date.day)
    }
    if text.count == 8, text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      return (number(4..<6), number(6..<8))
    }
    if text.count == 7, isDigit(3), text[4] == UInt8(ascii: "-"), isDigit(5), isDigit(6),
      (1...12).contains(number(5..<7))
    {
      return (number(5..<7), nil)
    }
    let words = self.words
    switch words.count {
    case 3:
      guard case .number(year) = words[2] else { return nil }
      switch (words[0], words[1]) {
      case (.month(let month), .number(let day)), (.number(let day), .month(let month)):
        return CivilDate(year: year, month: month, day: day) == nil ? nil : (month, day)
      default: return nil
      }
    case 2:
      guard case .month(let month) = words[0], case .number(year) = words[1] else { return nil }
      return (month, nil)
    default: return nil
    }
  }

  private enum Word: Equatable {
    case number(Int)
    case month(Int)
    case other
  }

  private var words: [Word] {
    text.split { $0 == 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "/") }.map { word in
      if word.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), word.count <= 4 {
        return .number(number(word.startIndex..<word.endIndex))
      }
      var letters = word.map { $0 | 0x20 }
      if word.last == UInt8(ascii: ".") { letters.removeLast() }
      guard letters.count >= 3 else { return .other }
      let name = String(decoding: letters, as: UTF8.self)
      let position = Self.months.firstIndex { $0 == name || $0.hasPrefix(name) && name.count <= 4 }
      return position.map { .month($0 + 1) } ?? .other
    }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  private func isDigit(_ index: Int) -> Bool { text[index] >= 0x30 && text[index] <= 0x39 }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte | 0x20 == UInt8(ascii: "u")
  }

  private func number(_ range: Range<Int>) -> Int {
    range.reduce(0) { $0 * 10 + Int(text[$1] - 0x30) }
  }
}
