import Catalogue

/// What the program keeps of a book beside what was said of it: the keys by which it is sorted, its
/// year, and the words of the search index.
struct IndexedBook: Hashable, Sendable {
  let keys: BookKeys
  var title = ""
  var authors = ""
  var subjects = ""
  var publisher = ""
  var notes = ""

  /// Derives it from what is shown of a book.
  /// - Parameter latestYear: the last one that is plausible, `Connection.latestYear`.
  init(shown details: BookDetails, latestYear: Int) {
    keys = BookKeys(shown: details, latestYear: latestYear)
    title = Self.words([details.title, details.subtitle, details.series])
    authors = Self.words(details.authors ?? [])
    subjects = Self.words((details.subjects ?? []) + (details.tags ?? []))
    publisher = Self.words([details.publisher])
    notes = Self.words([details.notes, details.review])
  }

  private static func words(_ texts: [String?]) -> String {
    var words = ""
    for case .some(let text) in texts where !text.isEmpty {
      if !words.isEmpty { words += "\n" }
      words += FoldedText.index(text)
    }
    return words
  }
}
