/// What one shared value has to save in a transaction.
struct SaveStep<Transaction>: Sendable {
  /// Saves it.
  /// - Returns: what to do, under the lock of the domain, when the transaction has been committed.
  let perform: @Sendable (Transaction) throws -> @Sendable () -> Void
  /// Puts it back, under the lock of the domain, since nothing of the transaction was saved.
  let putBack: @Sendable (any Error) -> Void
}
