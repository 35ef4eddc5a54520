import Catalogue

/// Tells two books apart that bear one ISBN: publishers use numbers twice.
struct BookLikeness {
  private let title: Words?
  private let authors: Words?

  init(title: String?, authors: [String]?) {
    self.title = title.flatMap { Words([$0]) }
    self.authors = authors.flatMap { Words($0) }
  }

  /// Whether these are clearly two books: less than half of the shorter title is in the other one,
  /// and no name is in both. What is not known, or stands in another script, is not clear.
  func isClearlyOther(than other: BookLikeness) -> Bool {
    guard let title, let otherTitle = other.title, let authors, let otherAuthors = other.authors,
      title.isLatin == otherTitle.isLatin, authors.isLatin == otherAuthors.isLatin
    else { return false }
    return title.shared(with: otherTitle) * 2 < min(title.words.count, otherTitle.words.count)
      && authors.shared(with: otherAuthors) == 0
  }

  private struct Words {
    let words: Set<Substring>
    let isLatin: Bool

    /// Words of two letters and more, so that initials do not count; nil when there is none.
    init?(_ texts: [String]) {
      var words: Set<Substring> = []
      for text in texts {
        let parts = FoldedText.index(text).split { !$0.isLetter && !$0.isNumber }
        words.formUnion(parts.filter { $0.utf8.count > 1 })
      }
      guard !words.isEmpty else { return nil }
      self.words = words
      isLatin = words.contains { $0.utf8.contains { $0 < 0x80 && $0 > 0x40 } }
    }

    func shared(with other: Words) -> Int { words.intersection(other.words).count }
  }
}
