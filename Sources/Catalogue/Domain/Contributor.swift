/// A person or body that had a part in a book, with the part that they had.
public struct Contributor: Hashable, Sendable {
  /// The name as it is shown: `Ursula K. Le Guin`.
  public var name: String
  /// The form by which it sorts, when the origin gives one: `Le Guin, Ursula K.`
  public var sortName: String?
  /// The part: `author`, `editor`, `translator`, …; nil when the origin does not say.
  public var role: String?

  public init(name: String, sortName: String? = nil, role: String? = nil) {
    self.name = name
    self.sortName = sortName
    self.role = role
  }
}
