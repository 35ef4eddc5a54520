/// The time for which an account's tickets hold: leaving, signing out of, replacing or deleting an
/// account ends it. All accounts draw their epochs from one counter, so no epoch comes twice.
public struct Epoch: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
}
