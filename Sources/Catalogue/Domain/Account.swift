/// The number of an account's row.
public struct AccountID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A source of titles with its settings, to which books belong.
public struct Account: Hashable, Sendable {
  /// The kind of server or file that an account asks for titles.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    case openLibrary = "open-library"
    case file
    case http

    /// Whether an endpoint is a path on this machine; else it is a URL.
    public var takesPath: Bool { self == .file }
    /// Whether there is a place that is asked when an account names none.
    public var hasHome: Bool { self == .openLibrary }
  }

  public let id: AccountID
  public var name: String
  public var source: Source
  /// A URL for `open-library` and `http` (nil: the source's own), a path for `file`.
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
