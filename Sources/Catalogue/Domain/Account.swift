/// The number of an account's row.
public struct AccountID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A source of titles with its settings, to which books belong.
public struct Account: Hashable, Sendable {
  public let id: AccountID
  public var name: String
  public var source: Source
  /// A URL or a path, whichever the kind of source takes; nil: the source's own place, if any.
  public var endpoint: String?
  /// A mail address or URL that is sent to the source, so that its keepers can reach the user.
  public var contact: String?
  /// Requests a second; nil: the source's published rate; `.infinity`: no limit.
  public var rate: Double?
  public var epoch: Epoch
  public var isCurrent: Bool

  public init(
    id: AccountID, name: String, source: Source, endpoint: String? = nil, contact: String? = nil,
    rate: Double? = nil, epoch: Epoch, isCurrent: Bool
  ) {
    self.id = id
    self.name = name
    self.source = source
    self.endpoint = endpoint
    self.contact = contact
    self.rate = rate
    self.epoch = epoch
    self.isCurrent = isCurrent
  }
}
