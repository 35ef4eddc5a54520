/// Sends actions from an effect back into the store.
///
/// An action of an effect that was cancelled, or whose child feature is gone, is not delivered.
public struct Send<Action: Sendable>: Sendable {
  let deliver: @Sendable (Action) -> Bool

  init(_ deliver: @escaping @Sendable (Action) -> Bool) { self.deliver = deliver }

  /// Sends an action; its reducer has run when this returns.
  /// - Returns: whether it was delivered. An effect that has taken something for its feature, and
  ///   could not hand it over, must give it back.
  @discardableResult
  public func callAsFunction(_ action: Action) -> Bool { deliver(action) }
}
