/// The folded texts by which books are sorted.
public enum SortKey {
  /// The key of a book's title: by the form for sorting, where its origin gives one, else by the
  /// rule for articles; nil when there is no title.
  public static func title(_ details: BookDetails) -> String? {
    guard let title = details.title else { return nil }
    if let sortTitle = details.sortTitle {
      let key = withoutLeadingSigns(FoldedText.fold(sortTitle))
      if hasWord(key) { return key }
    }
    return Self.title(title, language: details.language)
  }

  /// The key of a title: folded, without signs before its first letter and without the article of
  /// its own language; never empty unless the title is.
  /// - Parameters:
  ///   - title: the title as shown.
  ///   - language: the book's language, as a code or an English name; where it is not known, the
  ///     English articles count, since in most lists that name no language they are the right ones.
  public static func title(_ title: String, language: String?) -> String {
    let folded = withoutLeadingSigns(FoldedText.fold(title))
    // An empty language says nothing, nor does that of several or of none.
    var code = language.flatMap { $0.isEmpty ? nil : Language.code($0) ?? $0 }
    if let said = code, ["und", "mul", "mis", "zxx"].contains(said) { code = nil }
    let articles: [String]
    if let code {
      guard let own = Articles.byLanguage[code] else { return folded }
      articles = own
    } else {
      articles = Articles.english
      // Spanish, Italian, French: "A la sombra", "À l'ombre".
      if folded.utf8.starts(with: "a l".utf8), prepositions.contains(where: folded.hasPrefix) {
        return folded
      }
    }
    let utf8 = folded.utf8
    for article in articles {
      guard utf8.starts(with: article.utf8) else { continue }
      let rest = utf8.dropFirst(article.utf8.count)
      if Articles.isElided(article) { return nonEmpty(rest, else: folded) }
      if rest.first == 0x20 {
        // "A is for Alibi", "A to Z" are of the letter.
        // mutant letter-is-no-article:
        //   `if article == "a", articles` -> `if article == "-", articles` (TextTests)
        if article == "a", articles == Articles.english,
          letterWords.contains(where: { rest.starts(with: $0.utf8) })
        {
          return folded
        }
        return nonEmpty(rest.dropFirst(), else: folded)
      }
    }
    return folded
  }

  /// The key of the first author of a book; nil when there is none.
  public static func author(_ details: BookDetails) -> String? {
    guard let name = details.authors?.first else { return nil }
    if let contributor = details.contributors?.first(where: { $0.name == name }) {
      return author(contributor)
    }
    return author(name)
  }

  /// The key of a person or body: the family name first where it can be told.
  /// - Parameter contributor: its sort name counts, when the origin gives one.
  public static func author(_ contributor: Contributor) -> String {
    FoldedText.fold(contributor.sortName ?? PersonName.inverted(contributor.name))
  }

  /// The key of a name as it is shown.
  public static func author(_ name: String) -> String {
    FoldedText.fold(PersonName.inverted(name))
  }

  private static func nonEmpty(_ rest: Substring.UTF8View, else folded: String) -> String {
    let key = withoutLeadingSigns(String(Substring(rest)))
    // What is left must be more than signs.
    return hasWord(key) ? key : folded
  }

  /// Whether a key without leading signs has a letter or digit.
  private static func hasWord(_ key: String) -> Bool {
    key.utf8.first.map { $0 >= 0x80 || isAlphanumeric($0) } == true
  }

  static func withoutLeadingSigns(_ key: String) -> String {
    guard let first = key.utf8.first, isAlphanumeric(first) || first > 0xC2 && first != 0xE3 else {
      let start = key.unicodeScalars.firstIndex { !isSign($0) }
      return start.map { String(key[$0...]) } ?? key
    }
    return key
  }

  /// Signs that stand before titles: ASCII's, `¿`, `¡`, `§`, and the brackets of Chinese and
  /// Japanese.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x80: !isAlphanumeric(UInt8(scalar.value))
    case 0xA1, 0xA7, 0xAB, 0xBB, 0xBF, 0x3000...0x3003, 0x3008...0x3020: true
    default: false
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A
  }

  private static let letterWords = [" is ", " to ", " and ", " & ", " or ", " was "]

  private static let prepositions = ["a la ", "a las ", "a lo ", "a los ", "a l'"]

}
