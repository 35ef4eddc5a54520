/// A person or body that had a part in a book, with the part that they had.
public struct Contributor: Hashable, Sendable {
  /// The name as it is shown: `Ursula K. Le Guin`.
  public var name: String
  /// The form by which it sorts, when the origin gives one: `Le Guin, Ursula K.` For a body that an
  /// origin calls one, it is the name itself, so that no family name is looked for in it.
  public var sortName: String?
  /// The part: `author`, `editor`, `translator`, …; nil when the origin does not say.
  public var role: String?
  /// The years of life or work that a library puts behind a name: `1812-1870`, `active 12th century`.
  public var dates: String?

  public init(
    name: String, sortName: String? = nil, role: String? = nil, dates: String? = nil
  ) {
    self.name = name
    self.sortName = sortName
    self.role = role
    self.dates = dates
  }
}
