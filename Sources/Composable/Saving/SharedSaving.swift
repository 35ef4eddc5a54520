/// What saves a shared value, whichever it is.
protocol SharedSaving: AnyObject, Sendable {
  /// Why the value is not saved, or may not be; it stays until a save succeeds.
  var saveError: (any Error)? { get }

  /// Waits until all that has changed so far is decided.
  func waitUntilSaved() async throws
}
