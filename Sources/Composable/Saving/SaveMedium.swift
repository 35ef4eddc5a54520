/// Where shared values are saved, such as a database.
///
/// All that one action changes in one medium is saved in one transaction, whichever values it is in.
public protocol SaveMedium: Sendable {
  /// What is written to within a transaction.
  associatedtype Transaction

  /// What tells this medium from others.
  var id: String { get }

  /// Runs `body` as one transaction: when this returns, all that it has saved is there to stay.
  /// - Returns: what `body` returned.
  /// - Throws: when nothing was saved, for example since the disk is full.
  func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (Transaction) throws -> Result
  ) async throws -> Result
}
