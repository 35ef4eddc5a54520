/// A reducer in the form in which a store calls it.
public struct CompiledReducer<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let reduce: @Sendable (inout State, Action) -> Effect<Action>
  /// Ends the effects of children that are gone; nil when there can be none.
  @usableFromInline let settle: (@Sendable (State, ScopeNode) -> Void)?

  /// Makes a compiled reducer of a function.
  @inlinable
  public init(reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    self.reduce = reduce
    settle = nil
  }

  @inlinable
  init(
    reduce: @escaping @Sendable (inout State, Action) -> Effect<Action>,
    settle: (@Sendable (State, ScopeNode) -> Void)?
  ) {
    self.reduce = reduce
    self.settle = settle
  }

  /// Both, one after the other.
  @inlinable
  func followed(by next: Self) -> Self {
    let first = self
    let settle: (@Sendable (State, ScopeNode) -> Void)? =
      switch (first.settle, next.settle) {
      case (nil, let only), (let only, nil): only
      case (let one?, let other?):
        { state, node in
          one(state, node)
          other(state, node)
        }
      }
    return Self(
      reduce: { state, action in
        let effect = first.reduce(&state, action)
        return effect.merge(with: next.reduce(&state, action))
      }, settle: settle)
  }
}
