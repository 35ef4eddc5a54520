extension Reducer {
  /// Runs a child's reducer on a case of the state, when the state is in it, and then this reducer.
  ///
  /// The child's effects end when the state leaves the case, and when a value with another ID takes
  /// its place.
  /// - Parameters:
  ///   - child: the case of the state.
  ///   - action: the case with the child's actions.
  ///   - then: the child's reducer.
  public func ifCaseLet<ChildState, ChildAction, Child>(
    state child: CasePath<State, ChildState>,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<ChildState, ChildAction> {
    IfCaseLetReducer(
      base: self, state: child, action: action, child: then(),
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct IfCaseLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  typealias State = Base.State
  typealias Action = Base.Action
  typealias Body = Never

  let base: Base
  let state: CasePath<State, Child.State>
  let action: CasePath<Action, Child.Action>
  let child: Child
  let place: CallSite

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    let presence = PresenceReducer<State, Action, Child>(
      child, action: action, name: "An ifCaseLet", at: place)
    let path = state
    return CompiledReducer(
      reduce: { state, action in
        let effect = presence.reduce(action) { reduce in path.modify(&state, reduce) }
        return effect.merge(with: base.reduce(&state, action))
      },
      settle: { state, node in
        base.settle?(state, node)
        presence.settle(path.extract(state), node)
      })
  }
}
