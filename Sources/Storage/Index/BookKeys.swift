import Catalogue

/// The keys by which a book is sorted, and its year; the program keeps them beside what was said.
struct BookKeys: Hashable, Sendable {
  var title: String?
  var author: String?
  var year: Int?

  /// Derives them from what is shown of a book.
  /// - Parameter latestYear: the last one that is plausible, `Connection.latestYear`.
  init(shown details: BookDetails, latestYear: Int) {
    title = SortKey.title(details)
    author = details.authors?.first.map { name in
      // The form for sorting counts only with the name that it belongs to.
      if let contributor = details.contributors?.first, contributor.name == name {
        SortKey.author(contributor)
      } else {
        SortKey.author(name)
      }
    }
    year = details.published.flatMap { PublicationDate($0, latestYear: latestYear).year }
  }
}
