/// Runs a child's reducer where the child is, and then a base: `ifLet` and `ifCaseLet`.
struct IfPresentReducer<Base: Reducer, Child: Reducer>: Reducer {
  typealias State = Base.State
  typealias Action = Base.Action
  typealias Body = Never

  let base: Base
  let presence: PresenceReducer<State, Action, Child>
  /// Changes the child's state in place; nil: the child is not there.
  let modify:
    @Sendable (inout State, (inout Child.State) -> Effect<Child.Action>) -> Effect<Child.Action>?
  /// The child's state; nil: the child is not there.
  let extract: @Sendable (State) -> Child.State?

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    return CompiledReducer(
      reduce: { [presence, modify] state, action in
        let effect = presence.reduce(action) { reduce in modify(&state, reduce) }
        return effect.merge(with: base.reduce(&state, action))
      },
      settle: { [presence, extract] state, node in
        base.settle?(state, node)
        presence.settle(extract(state), node)
      })
  }
}
