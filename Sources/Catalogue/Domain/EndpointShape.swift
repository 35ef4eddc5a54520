/// What the endpoint of an account is, which the kind of its source decides.
public enum EndpointShape: Hashable, Sendable {
  /// The path of a file on this machine.
  case path
  /// A URL; where it is not needed, the source has a place of its own.
  case url(isNeeded: Bool)
  /// There is none.
  case nothing
}
