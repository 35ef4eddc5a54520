/// A book as one row of a file gives it, ready to be stored.
public struct ImportedBook: Hashable, Sendable {
  public var isbn: ISBN?
  /// The row's identity in its source: `goodreads:123`, `isbn:9780765326355`, else `row:` and a hash
  /// of the row's cells; the same in every import of the same file.
  public var originKey: String
  /// What the file says, without empty values.
  public var details: BookDetails
  /// When the book came into the collection, as the file says.
  public var addedAt: Instant?
  /// The line on which the row begins, from 1.
  public var line: Int
  public var warnings: [ImportWarning]

  public init(
    isbn: ISBN?, originKey: String, details: BookDetails, addedAt: Instant? = nil, line: Int,
    warnings: [ImportWarning] = []
  ) {
    self.isbn = isbn
    self.originKey = originKey
    self.details = details
    self.addedAt = addedAt
    self.line = line
    self.warnings = warnings
  }
}
