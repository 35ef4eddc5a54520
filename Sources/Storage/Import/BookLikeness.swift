import Catalogue

/// Tells two books apart that bear one ISBN: publishers use numbers twice.
struct BookLikeness {
  private let title: Title?
  private let authors: Names?

  init(title: String?, authors: [String]?) {
    self.title = title.flatMap(Title.init)
    self.authors = authors.flatMap(Names.init)
  }

  /// Whether these are clearly two books: less than half of the shorter title is in the other one,
  /// and no name is in both; or they are two volumes, whose titles differ in their number alone.
  /// What is not known, or stands in another script, is not clear.
  func isClearlyOther(than other: BookLikeness) -> Bool {
    guard let title, let otherTitle = other.title else { return false }
    // mutant other-volume:
    //   `if title.isOtherVolume(than: otherTitle) { return true }` -> `` (ImportWriterTests)
    if title.isOtherVolume(than: otherTitle) { return true }
    guard let authors, let otherAuthors = other.authors, title.isLatin == otherTitle.isLatin,
      authors.isLatin == otherAuthors.isLatin
    else { return false }
    let shared = title.words.intersection(otherTitle.words).count
    return shared * 2 < min(title.words.count, otherTitle.words.count)
      && !authors.haveCommonName(with: otherAuthors)
  }

  private static func words(_ text: String) -> [Substring] {
    FoldedText.index(text).split { !$0.isLetter && !$0.isNumber }
  }

  private static func isLatin(_ words: some Sequence<Substring>) -> Bool {
    words.contains { $0.utf8.contains { $0 < 0x80 && $0 > 0x40 } }
  }

  private struct Title {
    /// Those that say something, where there are any.
    let words: Set<Substring>
    /// Of volumes and parts; years are words.
    let numbers: Set<Substring>
    let isLatin: Bool

    init?(_ text: String) {
      let all = BookLikeness.words(text)
      numbers = Set(all.compactMap(Self.number))
      let long = Set(all).filter { Self.number($0) == nil && $0.utf8.count > 1 }
      let telling = long.subtracting(Self.small)
      words = telling.isEmpty ? long : telling
      guard !words.isEmpty || !numbers.isEmpty else { return nil }
      isLatin = BookLikeness.isLatin(words)
    }

    func isOtherVolume(than other: Title) -> Bool {
      !numbers.isEmpty && !other.numbers.isEmpty && numbers.isDisjoint(with: other.numbers)
        && words == other.words
    }

    /// The number of a volume in one form: `02`, `ii` and `two` are 2; nil for any other word.
    private static func number(_ word: Substring) -> Substring? {
      if word.utf8.count <= 3, word.allSatisfy(\.isNumber) { return word.drop { $0 == "0" } }
      // mutant volume-in-words: `return named[word]` -> `return nil` (ImportWriterTests)
      return named[word]
    }

    private static let named: [Substring: Substring] = {
      var named: [Substring: Substring] = [:]
      for names in [
        [
          "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv",
          "xv", "xvi", "xvii", "xviii", "xix", "xx",
        ],
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
      ] as [[Substring]] {
        for (position, name) in names.enumerated() { named[name] = "\(position + 1)" }
      }
      return named
    }()

    /// Words that are in most titles of their languages.
    private static let small: Set<Substring> = [
      "the", "an", "of", "and", "in", "on", "to", "for", "from", "with", "by", "at", "der", "die",
      "das", "des", "den", "dem", "und", "von", "ein", "eine", "zu", "im", "le", "la", "les", "de",
      "du", "et", "un", "une", "en", "el", "los", "las", "del", "il", "lo", "di", "della", "da",
      "do", "dos", "het", "een", "van", "og", "och", "att", "na", "vol", "volume", "book", "part",
    ]
  }

  private struct Names {
    private let names: [(family: Substring?, words: Set<Substring>)]
    let isLatin: Bool

    /// Words of two letters and more, so that initials do not count; nil when there is none.
    init?(_ texts: [String]) {
      names = texts.prefix(20).compactMap { text in
        let words = BookLikeness.words(text).filter { $0.utf8.count > 1 }
        let family = PersonName.inverted(text).prefix { $0 != "," }
        return words.isEmpty
          ? nil : (BookLikeness.words(String(family)).last, Set(words))
      }
      guard !names.isEmpty else { return nil }
      isLatin = names.contains { BookLikeness.isLatin($0.words) }
    }

    /// Whether a family name, or all of the shorter name, is in both: of `John Adams` and `John
    /// Brown` it is not.
    func haveCommonName(with other: Names) -> Bool {
      names.contains { left in
        other.names.contains { right in
          // mutant common-name:
          //   `if let family = left.family, right.family == family { return true }`
          //   -> `` (ImportWriterTests)
          if let family = left.family, right.family == family { return true }
          return left.words.isSubset(of: right.words) || right.words.isSubset(of: left.words)
        }
      }
    }
  }
}
