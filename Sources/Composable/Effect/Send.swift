/// Sends actions from an effect back into the store.
///
/// An action of an effect that was cancelled, or whose child feature is gone, is not delivered.
public struct Send<Action: Sendable>: Sendable {
  let deliver: @Sendable (Action) -> Void

  init(_ deliver: @escaping @Sendable (Action) -> Void) { self.deliver = deliver }

  /// Sends an action; its reducer has run when this returns.
  public func callAsFunction(_ action: Action) { deliver(action) }
}
