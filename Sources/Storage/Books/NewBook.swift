public import Catalogue

/// A book that the user adds: what they say of it.
public struct NewBook: Hashable, Sendable {
  public var id: BookID
  public var isbn: ISBN?
  public var typed: BookDetails

  /// Makes a book to add.
  /// - Parameters:
  ///   - id: a new identity.
  ///   - isbn: nil for a book without a number: nothing is fetched for it.
  ///   - typed: what the user says; empty for a stub that a sync fills.
  public init(id: BookID, isbn: ISBN?, typed: BookDetails = BookDetails()) {
    self.id = id
    self.isbn = isbn
    self.typed = typed
  }
}
