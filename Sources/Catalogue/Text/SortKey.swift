/// The folded texts by which books are sorted.
public enum SortKey {
  /// The key of a title: folded, without signs before its first letter and without the article of
  /// its own language; never empty unless the title is.
  /// - Parameters:
  ///   - title: the title as shown.
  ///   - language: the book's language, as a code or an English name; where it is not known, the
  ///     English articles count, since in most lists that name no language they are the right ones.
  public static func title(_ title: String, language: String?) -> String {
    let folded = withoutLeadingSigns(FoldedText.fold(title))
    // An empty language says nothing.
    let code = language.flatMap { $0.isEmpty ? nil : Language.code($0) ?? $0 }
    let articles: [String]
    if let code {
      guard let own = Self.articles[code] else { return folded }
      articles = own
    } else {
      articles = ["the", "an", "a"]
      // Spanish, Italian, French: "A la sombra", "À l'ombre".
      if folded.utf8.starts(with: "a l".utf8), prepositions.contains(where: folded.hasPrefix) {
        return folded
      }
    }
    let utf8 = folded.utf8
    for article in articles {
      guard utf8.starts(with: article.utf8) else { continue }
      let rest = utf8.dropFirst(article.utf8.count)
      if article.utf8.last == UInt8(ascii: "'") { return nonEmpty(rest, else: folded) }
      if rest.first == 0x20 { return nonEmpty(rest.dropFirst(), else: folded) }
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
    return key.utf8.first.map { $0 >= 0x80 || isAlphanumeric($0) } == true ? key : folded
  }

  private static func withoutLeadingSigns(_ key: String) -> String {
    guard let first = key.utf8.first, first < 0x80, !isAlphanumeric(first) else { return key }
    guard
      let start = key.unicodeScalars.firstIndex(where: {
        $0.value >= 0x80 || isAlphanumeric(UInt8($0.value))
      })
    else { return key }
    return String(key[start...])
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A
  }

  private static let prepositions = ["a la ", "a las ", "a lo ", "a los ", "a l'"]

  /// The articles with which titles begin, folded, by ISO 639-3 code.
  private static let articles: [String: [String]] = [
    "eng": ["the", "an", "a"],
    "fra": ["les", "le", "la", "l'", "une", "un"],
    "deu": ["der", "die", "das", "ein", "eine"],
    "spa": ["el", "la", "los", "las", "un", "una"],
    "ita": ["il", "lo", "la", "gli", "le", "i", "l'", "uno", "una", "un", "un'"],
    "por": ["os", "as", "o", "a", "uma", "um"],
    "nld": ["de", "het", "een", "'t"],
    "cat": ["els", "les", "el", "la", "l'", "un", "una"],
    "hun": ["az", "a", "egy"],
    "swe": ["den", "det", "de", "en", "ett"],
    "dan": ["den", "det", "de", "en", "et"],
    "nob": ["den", "det", "de", "en", "ei", "et"],
    "nor": ["den", "det", "de", "en", "ei", "et"],
    "glg": ["os", "as", "o", "a", "unha", "un"],
  ]
}
