extension Reducer {
  /// Runs a child's reducer on a part of the state that may be nil, and then this reducer.
  ///
  /// The child's effects end when the part becomes nil, and when one with another ID takes its
  /// place.
  /// - Parameters:
  ///   - child: where the optional part is.
  ///   - action: the case with the child's actions.
  ///   - then: the child's reducer.
  public func ifLet<ChildState, ChildAction, Child>(
    state child: any WritableKeyPath<State, ChildState?> & Sendable,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<ChildState, ChildAction> {
    IfLetReducer(
      base: self, state: child, action: action, child: then(),
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct IfLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  typealias State = Base.State
  typealias Action = Base.Action
  typealias Body = Never

  let base: Base
  let state: any WritableKeyPath<State, Child.State?> & Sendable
  let action: CasePath<Action, Child.Action>
  let child: Child
  let place: CallSite

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    let presence = PresenceReducer<State, Action, Child>(
      child, action: action, name: "An ifLet", at: place)
    let path = state
    return CompiledReducer(
      reduce: { state, action in
        let effect = presence.reduce(action) { reduce in
          state[keyPath: path].modify(reduce)
        }
        return effect.merge(with: base.reduce(&state, action))
      },
      settle: { state, node in
        base.settle?(state, node)
        presence.settle(state[keyPath: path], node)
      })
  }
}
