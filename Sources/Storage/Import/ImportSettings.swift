public import Catalogue

/// How rows of a file are brought in.
public struct ImportSettings: Sendable {
  /// The account to which new books belong, and whose books a row is compared with.
  public var account: AccountID
  public var onDuplicate: DuplicatePolicy
  /// What the history calls the import.
  public var name: String
  /// The time of the import; when a row does not say when its book was added, it was now.
  public var now: Instant

  public init(
    account: AccountID, onDuplicate: DuplicatePolicy = .skip, name: String = "import", now: Instant
  ) {
    self.account = account
    self.onDuplicate = onDuplicate
    self.name = name
    self.now = now
  }
}
