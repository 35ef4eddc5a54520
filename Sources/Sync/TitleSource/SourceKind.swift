public import Catalogue

/// A kind of title source: what an account has to say of it, and how a source is made for one.
///
/// A kind is one file, in which its value of this type stands beside its `TitleSource`, and a line in
/// `all`. Commands, help and the checks of an account take what they need to know from here.
public struct SourceKind: Sendable {
  /// By which accounts name it; it stands in databases, so it never changes.
  public let name: Account.Source
  /// What it is, in a few words that can begin or go into a sentence.
  public let summary: String
  /// What its accounts have for an endpoint.
  public let endpoint: EndpointShape
  /// Where accounts without an endpoint ask; nil: nowhere.
  let home: String?
  /// Whether it refuses to answer those who do not say how they can be reached.
  public let wantsContact: Bool
  /// Makes the source of an account; it is usable at once, and asks nothing before it is asked.
  let make: @Sendable (Account, SourceSettings) -> TitleSource

  init(
    _ name: Account.Source, _ summary: String, endpoint: EndpointShape, home: String? = nil,
    wantsContact: Bool = false,
    make: @escaping @Sendable (Account, SourceSettings) -> TitleSource
  ) {
    self.name = name
    self.summary = summary
    self.endpoint = endpoint
    self.home = home
    self.wantsContact = wantsContact
    self.make = make
  }

  /// Where the requests of an account go, and its token with them; nil: nowhere on the network.
  public func origin(of account: Account) -> Origin? {
    guard case .url = endpoint, let place = account.endpoint ?? home else { return nil }
    // A source of an endpoint that cannot be used says so, and asks nothing.
    return try? HTTPURL(place).origin
  }

  /// Every kind that this program knows, in the order in which people are told of them.
  public static let all: [SourceKind] = [.openLibrary, .titleFile, .titleServer]

  /// The kind with a name; nil: this program does not know it. O(n) in the kinds.
  public static func named(_ name: Account.Source, among kinds: [SourceKind] = all) -> SourceKind? {
    kinds.first { $0.name == name }
  }

  /// Why an account of a kind that is not known cannot be asked.
  public static func unknown(_ name: Account.Source, among kinds: [SourceKind] = all) -> String {
    "its source is of kind `\(name)`, which this program does not know; it knows "
      + kinds.map { "`\($0.name)`" }.joined(separator: ", ")
  }
}
