/// Files that must not be written over.
///
/// Whoever writes a file says what is protected, so that no writer can forget to ask.
public struct ProtectedFiles: Sendable {
  let owner: @Sendable (String) throws(SystemError) -> String?

  /// - Parameter owner: says what a path belongs to, such as the library whose log it is; nil when
  ///   it may be written. An error says that this cannot be known.
  public init(owner: @escaping @Sendable (String) throws(SystemError) -> String?) {
    self.owner = owner
  }

  /// Nothing is protected.
  public static let nothing = ProtectedFiles { _ in nil }
}
