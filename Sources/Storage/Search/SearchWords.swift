import Catalogue

/// Words to look for in books: every one of them must be there, the last one perhaps as a beginning.
///
/// Any text is taken: what is no letter or digit separates words, and a word that ends in such a sign
/// (`C++`) is no beginning. Case, diacritics and hyphens of an
/// ISBN do not matter, and characters of scripts without spaces are found one by one.
public struct SearchWords: Hashable, Sendable {
  /// The query of the full-text index; nil when the text has no word.
  let match: String?
  /// The ISBN, when the whole text is one.
  let isbn: ISBN?

  /// Reads what was typed.
  /// - Parameter texts: texts with words between white space, as the shell gives them.
  public init(_ texts: [String]) {
    let text = texts.joined(separator: " ")
    isbn = Self.isbn(text)
    var words: [String] = []
    var isBegun = false
    for word in text.split(whereSeparator: \.isWhitespace) {
      let folded = FoldedText.index(String(word))
      guard let quoted = Self.quoted(folded) else { continue }
      isBegun = Self.mayGoOn(folded)
      words.removeAll { $0 == quoted }
      words.append(quoted)
    }
    if isBegun, let last = words.popLast() {
      // The whole word counts twice, so that it ranks before others that only begin with it.
      words.append("(\(last) OR \(last) *)")
    }
    match = words.isEmpty ? nil : words.joined(separator: " AND ")
  }

  /// Whether there is nothing to look for.
  public var isEmpty: Bool { match == nil }

  private static func isbn(_ text: String) -> ISBN? {
    let isNumber = text.utf8.allSatisfy {
      $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ")
        || $0 | 0x20 == UInt8(ascii: "x")
    }
    guard isNumber, let reading = try? ISBN.read(text), !reading.isRepaired else { return nil }
    return reading.isbn
  }

  /// A word as a string of the query language (https://www.sqlite.org/fts5.html#fts5_strings); nil
  /// when nothing of it is in the index. Quotes and NUL, which would end the string, are separators
  /// like other signs.
  private static func quoted(_ folded: String) -> String? {
    var word = String.UnicodeScalarView()
    var hasToken = false
    for scalar in folded.unicodeScalars {
      switch scalar {
      case "\"", "\0": word.append(" ")
      default: word.append(scalar)
      }
      hasToken = hasToken || isToken(scalar)
    }
    return hasToken ? "\"" + String(word) + "\"" : nil
  }

  /// Whether a word may be the beginning of another one. One with signs after its letters (`C++`) is
  /// whole, except for the `*` of those who know it from elsewhere.
  private static func mayGoOn(_ folded: String) -> Bool {
    guard let last = folded.unicodeScalars.last else { return false }
    switch last.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return last == "*" || isToken(last)
    }
  }

  /// Whether the tokenizer keeps a character: letters, digits and private use
  /// (https://www.sqlite.org/fts5.html#unicode61_tokenizer).
  private static func isToken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
