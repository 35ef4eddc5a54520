/// A question to a title source: what do you know of this ISBN?
public struct TitleRequest: Hashable, Sendable {
  public let isbn: ISBN
  /// The key of the record that was fetched last, if any.
  public var sourceKey: String?
  /// What came with the record that was fetched last, if any.
  public var validators: String?

  public init(isbn: ISBN, sourceKey: String? = nil, validators: String? = nil) {
    self.isbn = isbn
    self.sourceKey = sourceKey
    self.validators = validators
  }
}
