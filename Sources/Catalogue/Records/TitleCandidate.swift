/// What a title source has for a title and its authors, for a person to choose an ISBN from.
///
/// It may stand for a work with all its editions, so nothing of it is ever taken over into a book.
public struct TitleCandidate: Hashable, Sendable {
  public var title: String
  public var authors: [String]
  /// When the work, or this edition, was first published, where it is known.
  public var year: Int?
  /// Each once, in the order in which the source gives them; perhaps none.
  public var isbns: [ISBN]
  /// The record's own key in its source: `/works/OL1W`.
  public var sourceKey: String?

  public init(
    title: String, authors: [String] = [], year: Int? = nil, isbns: [ISBN] = [],
    sourceKey: String? = nil
  ) {
    self.title = title
    self.authors = authors
    self.year = year
    self.isbns = isbns
    self.sourceKey = sourceKey
  }
}
