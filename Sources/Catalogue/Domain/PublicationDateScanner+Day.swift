extension PublicationDateScanner {
  struct Day {
    var month: Int
    var day: Int?
  }

  /// Month and perhaps day, where the text is a date of that year in a common form.
  ///
  /// Of two numbers before a year neither is known to be the month, unless the other cannot be one
  /// or points separate them, as in German.
  func day(of year: Int) -> Day? {
    // The date of a timestamp.
    let date = text.prefix { $0 != UInt8(ascii: "t") && $0 != UInt8(ascii: "z") && $0 != 0x20 }
    if let date = CivilDate(text: date), date.year == year {
      return Day(month: date.month, day: date.day)
    }
    if text.count == 8, text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      return Day(month: text.number(4..<6), day: text.number(6..<8))
    }
    if let month = monthBehindYear { return Day(month: month) }
    let words = self.words
    switch words.count {
    case 3:
      switch (words[0], words[1], words[2]) {
      case (.number(1900), .number(1), .number(0)), (.number(1), .number(0), .number(1900)),
        (.number(0), .number(1), .number(1900)):
        // The nought of a spreadsheet, which counts days from 1 January 1900.
        return Day(month: 1, day: 0)
      case (.month(let month), .number(let day), .number(year)),
        (.number(let day), .month(let month), .number(year)),
        (.number(year), .month(let month), .number(let day)):
        return Self.day(year, month, day)
      case (.number(let first), .number(let second), .number(year)):
        if text.contains(UInt8(ascii: ".")) || first > 12 || first == second {
          return Self.day(year, second, first)
        }
        return second > 12 ? Self.day(year, first, second) : nil
      default: return nil
      }
    case 2:
      switch (words[0], words[1]) {
      case (.month(let month), .number(year)), (.number(year), .month(let month)):
        return Day(month: month)
      case (.number(let month), .number(year))
      where (1...12).contains(month) && !text.contains(0x20):
        return Day(month: month)
      default: return nil
      }
    default: return nil
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Day? {
    CivilDate(year: year, month: month, day: day) == nil ? nil : Day(month: month, day: day)
  }

  /// The month of `1999-01`, and of `1999/01//`, as RIS has it.
  private var monthBehindYear: Int? {
    let separator = text.byte(4)
    guard text.isDigit(3), !text.isDigit(7), text.isDigit(5), text.isDigit(6),
      separator == .dash && text.count == 7
        || separator == UInt8(ascii: "/") && text.count > 7
          && text[7...].allSatisfy({ $0 == UInt8(ascii: "/") })
    else { return nil }
    let month = text.number(5..<7)
    return (1...12).contains(month) ? month : nil
  }

  private enum Word: Equatable {
    case number(Int)
    case month(Int)
    case other
  }

  /// The words of a short text, without the time and the day of the week; of a long one none, since
  /// it is no date.
  private var words: [Word] {
    guard text.count <= 40 else { return [] }
    let words = text.split { byte in
      byte == 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: ".") || byte == .dash
    }
    return words.filter { !Self.isTime($0) }.map { word in
      let digits = word.prefix { $0 >= 0x30 && $0 <= 0x39 }
      if (1...4).contains(digits.count) {
        let ending = String(decoding: word.dropFirst(digits.count), as: UTF8.self)
        return ["", "st", "nd", "rd", "th"].contains(ending)
          ? .number(text.number(digits.startIndex..<digits.endIndex)) : .other
      }
      guard word.count >= 3 else { return .other }
      let name = String(decoding: word, as: UTF8.self)
      let position = Self.months.firstIndex { $0 == name || $0.hasPrefix(name) && name.count <= 4 }
      return position.map { .month($0 + 1) } ?? .other
    }
  }

  /// `12:00:00`, `am`, `gmt`, `friday`.
  private static func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    if word.contains(UInt8(ascii: ":")) { return true }
    guard word.count < 10, word.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else { return false }
    let name = String(decoding: word, as: UTF8.self)
    return ["am", "pm", "gmt", "utc"].contains(name)
      || name.count > 2
        && [
          "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ].contains { $0.hasPrefix(name) }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}
