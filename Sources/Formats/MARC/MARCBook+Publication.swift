import Catalogue

extension MARCBook {
  /// Field 008: the date and the language, where no other field says them.
  mutating func takeFixedField(_ field: MARCRecord.Field) {
    let bytes = record.bytes[field.start..<field.end]
    guard bytes.count >= 38 else { return }
    // Where blanks were lost or put in, the place is still that from the end.
    for start in [field.start + 35, field.end - 5] {
      let code = String(decoding: bytes[start..<start + 3], as: UTF8.self)
      guard Self.isLanguage(code), start == field.start + 35 || Language.code(code) != nil else {
        continue
      }
      details.language = Language.code(code) ?? code
      return
    }
  }

  /// Field 041: its first code counts where 008 has none.
  mutating func takeLanguage(_ field: MARCRecord.Field) {
    guard details.language == nil, let codes = record.text(UInt8(ascii: "a"), of: field),
      case let code = String(codes.prefix(3)), Self.isLanguage(code)
    else { return }
    details.language = Language.code(code) ?? code
  }

  private static func isLanguage(_ code: String) -> Bool {
    guard code.utf8.count == 3, code.utf8.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 }) else {
      return false
    }
    // Not said, several, no language.
    return code != "und" && code != "mul" && code != "zxx"
  }

  /// Fields 260 and 264: publisher and date. Of several 264 the one that tells of publication counts.
  mutating func takePublication(_ field: MARCRecord.Field) {
    let kind = record.indicator(1, of: field)
    let isPublication = field.tag == 260 || kind == UInt8(ascii: "1")
    var publisher: String?
    var misplaced: String?
    var date: String?
    for subfield in record.subfields(of: field) {
      switch subfield.code {
      case UInt8(ascii: "b") where publisher == nil:
        publisher = Self.said(ISBD.trimmed(record.text(subfield, of: field)))
      case UInt8(ascii: "c"):
        let text = record.text(subfield, of: field)
        // A code that was mistyped puts a name here.
        let hasDigit = text.unicodeScalars.contains { $0.properties.numericType == .decimal }
        if hasDigit, date == nil { date = Self.date(text) }
        if !hasDigit, misplaced == nil { misplaced = Self.said(ISBD.trimmed(text)) }
      default: break
      }
    }
    publisher = publisher ?? misplaced
    if isPublication {
      details.publisher = details.publisher ?? publisher
      if let date, details.published == nil || isDateOfLesserField { details.published = date }
      isDateOfLesserField = false
    } else if details.published == nil, let date {
      details.published = date
      isDateOfLesserField = true
    }
  }

  /// `[s.n.]`, "without a name", says nothing.
  private static func said(_ name: String) -> String? {
    switch name.lowercased() {
    case "", "[s.n.]", "s.n.", "[s.n.", "s.n", "[publisher not identified]": nil
    default: name
    }
  }

  private static func date(_ text: String) -> String? {
    var text = ISBD.trimmed(text)
    if text.utf8.last == UInt8(ascii: "."), text.utf8.count > 1 { text.removeLast() }
    return text.isEmpty ? nil : text
  }

  /// Field 008 again: the date as the last resort.
  mutating func finishDate() {
    guard details.published == nil, let field = record.fields.first(where: { $0.tag == 8 }),
      field.end - field.start >= 11
    else { return }
    let digits = record.bytes[(field.start + 7)..<(field.start + 11)]
    if digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      details.published = String(decoding: digits, as: UTF8.self)
    }
  }

  /// Field 300: the last page that has a number, of `xii, 403, [5] p.`
  mutating func takeExtent(_ field: MARCRecord.Field) {
    guard details.pages == nil, let text = record.text(UInt8(ascii: "a"), of: field) else { return }
    details.pages = Self.pages(text)
  }

  static func pages(_ text: String) -> Int? {
    plainPages(text) ?? countedPages(text)
  }

  /// The usual form, quickly: one number, and `p.` behind it.
  private static func plainPages(_ text: String) -> Int? {
    var number = 0
    var digits = 0
    var isOver = false
    var previous: UInt8 = 0x20
    var unit: UInt8 = 0
    for byte in text.utf8 {
      if 0x30...0x39 ~= byte {
        guard !isOver, digits > 0 || previous == 0x20 else { return nil }
        digits += 1
        guard digits < 6 else { return nil }
        number = number * 10 + Int(byte - 0x30)
      } else if digits > 0, !isOver {
        guard byte == 0x20 else { return nil }
        isOver = true
      } else if isOver, unit == 0 {
        unit = byte
      } else if isOver, previous == UInt8(ascii: "p"), unit == previous {
        // What follows the unit's first letter ends it.
        guard byte == UInt8(ascii: ".") || byte == 0x20 else { return nil }
        unit = 0xFF
      }
      previous = byte
    }
    guard number > 0, unit == 0xFF || unit == UInt8(ascii: "p") else { return nil }
    return number
  }

  private static func countedPages(_ text: String) -> Int? {
    var best: Int?
    var number: Int?
    // The greatest number since the last count of something else.
    var group: Int?
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "(" || $0 == ")" }) {
      var digits = word.utf8.drop { $0 == UInt8(ascii: "[") }
      // `3-208` ends at 208.
      if let dash = digits.lastIndex(of: UInt8(ascii: "-")) { digits = digits[dash...].dropFirst() }
      let run = digits.prefix { $0 >= 0x30 && $0 <= 0x39 }
      let rest = digits[run.endIndex...].filter { $0 != UInt8(ascii: "]") }
      number = run.count <= 5 ? Int(String(decoding: Array(run), as: UTF8.self)) : nil
      let unit = number == nil ? String(word) : String(decoding: rest, as: UTF8.self)
      if let number { group = max(group ?? 0, number) }
      if unit.isEmpty { continue }
      if isPages(unit) {
        if let group { best = max(best ?? 0, group) }
        group = nil
      } else if number == nil, !unit.utf8.allSatisfy({ $0 > 0x7F }), !isRoman(unit) {
        group = nil
      } else if number != nil, !rest.isEmpty {
        group = nil
      }
    }
    return best.flatMap { $0 > 0 ? $0 : nil }
  }

  private static func isPages(_ unit: String) -> Bool {
    switch unit.lowercased().prefix(while: { $0.isLetter }) {
    case "p", "pp", "pages", "page", "pg", "s", "seiten", "str", "sidor", "sider", "sivua",
      "páginas", "pagine", "blz", "oldal", "с", "стр":
      true
    default: false
    }
  }

  private static func isRoman(_ word: String) -> Bool {
    word.lowercased().utf8.allSatisfy { "ivxlcdm[]".utf8.contains($0) }
  }
}
