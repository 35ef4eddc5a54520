/// A function of a dependency was called in a test that does not give it.
public struct UnimplementedError: Error, Hashable, CustomStringConvertible {
  /// What was called.
  public let name: String

  public var description: String { "\(name) is not given in this test." }
}
