/// What a title source says of the edition with one ISBN.
public struct TitleRecord: Hashable, Sendable {
  /// The number that was asked for and that the record carries.
  public let isbn: ISBN
  @Boxed public var details: BookDetails
  /// The record's own key in its source: `/books/OL1M`.
  public var sourceKey: String?
  /// What the source wants to see again to answer "unchanged": an ETag and the like.
  public var validators: String?

  public init(
    isbn: ISBN, details: BookDetails, sourceKey: String? = nil, validators: String? = nil
  ) {
    self.isbn = isbn
    self.details = details
    self.sourceKey = sourceKey
    self.validators = validators
  }
}
