import Catalogue

/// What a column of a table holds.
enum TableField: Hashable, Sendable {
  case isbn
  case title
  /// A title with the series behind it, as Goodreads writes it.
  case titleWithSeries
  /// One line of text for a field of `BookDetails`, by the field's name.
  case text(String)
  /// Text with its line breaks.
  case block(String)
  /// Several texts for a field, split at a separator.
  case list(String, Unicode.Scalar)
  /// Words for a field, with semicolons between them, or else commas.
  case words(String)
  /// Names of authors, and what stands between them.
  case names(Contributor.Separator)
  /// Others who had a part, by the part; nil for authors beside the first.
  case people(String?)
  case language
  case count(String)
  /// A rating, and the best that can be given.
  case rating(best: Double)
  case date(String)
  case dates(String)
  /// A year that counts as the date of publication if there is no other.
  case year
  case addedAt
  /// The row's own id in its source.
  case id
  /// An identifier of a kind: `oclc`.
  case identifier(String)
  case object(String)
  /// A value that the layout's `finish` looks at, by the column's folded name.
  case kept
  /// What this library says of the row itself; it is made anew.
  case own
  case other
}
