/// Says where a shared value is saved as a whole, such as a setting.
///
/// The same ID in the same domain gives the same reference.
public protocol SharedKey<Value>: Sendable {
  associatedtype Value: Sendable & Equatable
  associatedtype Medium: SaveMedium

  /// What tells this key from others.
  var id: String { get }

  /// Where it is saved.
  var medium: Medium { get }

  /// Reads what is saved.
  /// - Returns: nil when nothing is.
  /// - Throws: when there is something that cannot be read; it is never taken for absent.
  func load() throws -> Value?

  /// Saves a value within a transaction of the medium.
  /// - Throws: `SaveRefusal` when this value cannot be saved, and others still can; any other error
  ///   when the transaction cannot go on; then nothing of it is saved.
  func save(_ value: Value, in transaction: Medium.Transaction) throws
}
