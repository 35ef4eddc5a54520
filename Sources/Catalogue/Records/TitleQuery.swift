/// A question to a title source: which books have such a title, of such authors?
public struct TitleQuery: Hashable, Sendable {
  /// As it is shown of the book; at least this or an author is there.
  public var title: String?
  public var authors: [String]
  /// How many candidates are wanted at most.
  public var limit: Int

  public init(title: String?, authors: [String] = [], limit: Int = 10) {
    self.title = title
    self.authors = authors
    self.limit = limit
  }
}
