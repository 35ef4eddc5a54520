/// What one origin (the user, a title source or a file) says of a book.
///
/// Nil means that the origin says nothing. An empty text or list means "said to be empty"; only the
/// user can say that.
public struct BookDetails: Hashable, Sendable {
  public var title: String?
  /// The title as it sorts, where the origin says so and the rule for articles says otherwise.
  public var sortTitle: String?
  public var subtitle: String?
  /// Names as they are shown, in order.
  public var authors: [String]?
  public var contributors: [Contributor]?
  public var publisher: String?
  /// The date of publication as given.
  public var published: String?
  /// An ISO 639-3 code where it is known, else the text as given.
  public var language: String?
  public var pages: Int?
  public var series: String?
  /// The place in the series as given: `1`, `2.5`, `1-3`.
  public var seriesNumber: String?
  public var subjects: [String]?
  public var tags: [String]?
  /// One to five stars; halves occur.
  public var rating: Double?
  public var shelf: String?
  public var notes: String?
  public var review: String?
  /// Days as `YYYY-MM-DD`, without a time zone.
  public var startedAt: String?
  public var readAt: [String]?
  public var copies: Int?
  public var location: String?
  public var binding: String?
  /// By kind: `openlibrary`, `goodreads`, `asin`, `invalid_isbn`, …
  public var identifiers: [String: String]?
  /// Values of fields that no property here is for; see `BookField`.
  var more: [String: JSONValue]?
  /// Values that stood under a field's name and are not of its type.
  public var raw: [String: JSONValue]?
  /// Fields that have no name here.
  public var other: [String: JSONValue]?

  public init() {}
}
