import Catalogue

/// Counts as people and spreadsheets write them.
enum CountText {
  /// Reads `1,008`, `1.008`, `1 008`, `320.0` and `320 pages`; nil for anything else.
  ///
  /// A point before three digits stands between thousands: no count has a fraction. Beyond 100,000 it
  /// is not known which of the two is meant.
  static func value(_ text: String) -> Int? {
    let words = FoldedText.fold(text).split { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
    var digits = words.prefix { word in word.utf8.first.map { (0x30...0x39).contains($0) } == true }
      .map(String.init)
    guard let last = digits.last else { return nil }
    // `320pp.`
    let number = last.prefix { $0.isASCII && !$0.isLetter || $0 == "’" }
    digits[digits.count - 1] = String(number)
    var behind = words.dropFirst(digits.count).map(String.init)
    if number.endIndex < last.endIndex { behind.insert(String(last[number.endIndex...]), at: 0) }
    guard behind.count < 2, behind.allSatisfy({ pages.contains($0.filter(\.isLetter)) }) else {
      return nil
    }
    return whole(digits)
  }

  private static func whole(_ words: [String]) -> Int? {
    guard words.count > 1 else { return words.first.flatMap(whole) }
    return grouped(words)
  }

  private static func whole(_ word: String) -> Int? {
    if let value = Int(word) { return value }
    let signs = Set(word.filter { !$0.isNumber })
    guard signs.count == 1, let sign = signs.first, ".,'’".contains(sign) else { return nil }
    let parts = word.split(separator: sign, omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, sign == "." || sign == ",", !parts[1].isEmpty, parts[1].count < 3,
      parts[1].allSatisfy({ $0 == "0" })
    {
      return Int(parts[0])
    }
    return grouped(parts)
  }

  private static func grouped(_ parts: [String]) -> Int? {
    guard let first = parts.first, (1...3).contains(first.utf8.count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 3 }), let value = Int(parts.joined()),
      // mutant doubtful-count: `value < 100_000` -> `value < 1_000_000` (ValueTests)
      value < 100_000
    else { return nil }
    return value
  }

  /// What stands behind a number of pages, folded.
  private static let pages: Set<String> = [
    "p", "pp", "pg", "pgs", "page", "pages", "s", "seite", "seiten", "pag", "pags", "pagina",
    "paginas", "pagine", "bladzijden", "blz", "sider", "sidor", "str", "strony", "stron", "stran",
    "sivua", "с", "стр", "страниц", "страницы",
  ]
}
