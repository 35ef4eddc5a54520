public import Catalogue

/// An account that is to be made.
public struct NewAccount: Hashable, Sendable {
  public var name: String
  public var source: Account.Source
  /// A URL or an absolute path, whichever the kind of source takes; nil: the source's own place.
  public var endpoint: String?
  /// A mail address or URL that is sent to the source.
  public var contact: String?
  /// Requests a second; nil: the source's published rate; `.infinity`: no limit.
  public var rate: Double?

  public init(
    name: String, source: Account.Source, endpoint: String? = nil, contact: String? = nil,
    rate: Double? = nil
  ) {
    self.name = name
    self.source = source
    self.endpoint = endpoint
    self.contact = contact
    self.rate = rate
  }
}
