/// What saves a shared value, for who does not know the key.
protocol ValueSaving<Value>: SharedSaving {
  associatedtype Value: Sendable

  /// Reads what is saved now.
  func read() throws -> SavedValue<Value>

  /// Takes in what was read, under the lock.
  /// - Returns: false when there is a change here that is not saved, or was saved since.
  func absorb(_ read: SavedValue<Value>) -> Bool
}
