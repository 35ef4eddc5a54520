extension Account {
  /// The name of the kind of server or file that an account asks for titles: 1 to 32 lower-case
  /// letters, digits and hyphens.
  ///
  /// Any name is taken, since another release of the program may know kinds that this one does not.
  /// `SourceKind` in Sync says what a kind is.
  public struct Source: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    /// - Returns: nil for a text that is no name of a kind.
    public init?(rawValue: String) {
      let letters = rawValue.utf8
      guard 1...32 ~= letters.count,
        letters.allSatisfy({
          UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "-")
        })
      else { return nil }
      self.rawValue = rawValue
    }
  }
}

extension Account.Source: CustomStringConvertible {
  public var description: String { rawValue }
}

extension Account.Source: ExpressibleByStringLiteral {
  /// A name that stands in the program's text. No text from outside gets here: a `StaticString` is
  /// made by the compiler.
  public init(stringLiteral name: StaticString) {
    guard let source = Self(rawValue: name.description) else {
      preconditionFailure("`\(name)` is no name of a kind of source")
    }
    self = source
  }
}
