import Catalogue

/// Words that stand one behind the other, folded as the search index is.
struct QueryWords: Hashable, Sendable {
  /// The words as a query of the full-text index (https://www.sqlite.org/fts5.html#fts5_strings).
  let match: String
  /// The words with a space before each, and one behind the last unless that may be only begun: part
  /// of `folded_words(…)` of a text that has them.
  let pattern: String

  /// Reads words.
  /// - Parameter mayGoOn: whether the last word may be the beginning of a longer one. One that ends
  ///   in a sign (`C++`) never is, except for the `*` of those who know it from elsewhere.
  /// - Returns: nil when nothing of the text is in the index.
  init?(_ text: String, mayGoOn: Bool) {
    let folded = FoldedText.index(text)
    guard let quoted = Self.quoted(folded) else { return nil }
    let isBegun = mayGoOn && Self.mayGoOn(folded)
    // The whole word counts twice, so that it ranks before others that only begin with it.
    match = isBegun ? "(\(quoted) OR \(quoted) *)" : quoted
    let spaced = Self.spaced(folded)
    pattern = isBegun ? String(spaced.dropLast()) : spaced
  }

  /// The words of a folded text, each between spaces.
  static func spaced(_ folded: String) -> String {
    var words = " "
    for scalar in folded.unicodeScalars {
      if isToken(scalar) || isMark(scalar) {
        words.unicodeScalars.append(scalar)
      } else if words.utf8.last != 0x20 {
        words += " "
      }
    }
    if words.utf8.last != 0x20 { words += " " }
    return words
  }

  /// A folded text as a string of the index's query language; nil when nothing of it is in the
  /// index. Quotes and NUL, which would end the string, are separators like other signs.
  private static func quoted(_ folded: String) -> String? {
    var word = String.UnicodeScalarView()
    var hasToken = false
    for scalar in folded.unicodeScalars {
      switch scalar {
      // mutant quotes-end-no-string:
      //   `case "\"", "\0": word.append(" ")`
      //   -> `case "\0": word.append(" ")` (BookQueryTests|BookSearchTests)
      case "\"", "\0": word.append(" ")
      default: word.append(scalar)
      }
      hasToken = hasToken || isToken(scalar)
    }
    return hasToken ? "\"" + String(word) + "\"" : nil
  }

  private static func mayGoOn(_ folded: String) -> Bool {
    guard let last = folded.unicodeScalars.last else { return false }
    return last == "*" || isToken(last) || isMark(last)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
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
