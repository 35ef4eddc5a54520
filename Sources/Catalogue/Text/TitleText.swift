/// The forms in which files hold titles.
public enum TitleText {
  /// A title without the punctuation that library cards put behind it (ISBD): `Elephants :`.
  ///
  /// Signs of a title's own (`Who's who?`, `Etc.`) stay, and so does a title that is nothing else.
  public static func withoutCardPunctuation(_ text: String) -> String {
    let kept = text.unicodeScalars.reversed().drop(while: isCardPunctuation).startIndex.base
    return kept == text.startIndex ? text : String(text[..<kept])
  }

  private static func isCardPunctuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "/", ":", ";", "=", ",", " ", "\u{A0}": true
    default: false
    }
  }

  /// A title with the article that old records keep apart from it: `The ` and `Blackwell…`.
  ///
  /// A space goes between the two, but not behind an apostrophe (`L'` and `apprentissage`), a hyphen
  /// (`al-`) or a sign that opens (`¿`).
  /// - Parameters:
  ///   - prefix: what stands before the title; blank for nothing.
  ///   - title: the title without it.
  public static func joined(prefix: String, title: String) -> String {
    let prefix = TextForm.collapsed(prefix)
    guard let last = prefix.unicodeScalars.last else { return title }
    switch last {
    case "'", "’", "ʼ", "‘", "ʻ", "ʹ", "´", "`", "-", "‐": return prefix + title
    // Signs that open what follows.
    case "(", "[", "¿", "¡", "“", "„", "\"": return prefix + title
    default: return prefix + " " + title
    }
  }
}
