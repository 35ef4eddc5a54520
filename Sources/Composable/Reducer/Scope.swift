/// Runs a child's reducer on a part of the state.
///
/// Give a key path when the part is always there, or a case path when it is a case of an enum; then
/// the child's effects end with the case.
public struct Scope<State: Sendable, Action: Sendable, Child: Reducer>: Reducer {
  public typealias Body = Never

  @usableFromInline
  enum Path: Sendable {
    case property(any WritableKeyPath<State, Child.State> & Sendable)
    case enumCase(CasePath<State, Child.State>)
  }

  @usableFromInline let path: Path
  @usableFromInline let action: CasePath<Action, Child.Action>
  @usableFromInline let child: Child
  @usableFromInline let place: CallSite

  /// Runs a child on a property of the state.
  public init<ChildState, ChildAction>(
    state: any WritableKeyPath<State, ChildState> & Sendable,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    path = .property(state)
    self.action = action
    self.child = child()
    place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a child on a case of the state.
  public init<ChildState, ChildAction>(
    state: CasePath<State, ChildState>,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    path = .enumCase(state)
    self.action = action
    self.child = child()
    place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> {
    switch path {
    case .property(let property): compiled(at: property)
    case .enumCase(let enumCase): compiled(at: enumCase)
    }
  }

  @inlinable
  func compiled(
    at property: any WritableKeyPath<State, Child.State> & Sendable
  ) -> CompiledReducer<State, Action> {
    let child = child.compiled()
    let step = ScopeStep(scope: ScopeID())
    let path = action
    var settle: (@Sendable (State, ScopeNode) -> Void)?
    if let settleChild = child.settle {
      settle = { state, node in
        if let scope = node.scope(step.scope) { settleChild(state[keyPath: property], scope) }
      }
    }
    return CompiledReducer(
      reduce: { state, action in
        guard let childAction = path.extract(action) else { return .none }
        let effect = child.reduce(&state[keyPath: property], childAction)
        if effect.isNone { return .none }
        return effect.map(path.embed).scoped(step)
      }, settle: settle)
  }

  @usableFromInline
  func compiled(at enumCase: CasePath<State, Child.State>) -> CompiledReducer<State, Action> {
    let presence = PresenceReducer<State, Action, Child>(
      child, action: action, name: "A Scope", at: place)
    return CompiledReducer(
      reduce: { state, action in
        presence.reduce(action) { reduce in enumCase.modify(&state, reduce) }
      }, settle: { state, node in presence.settle(enumCase.extract(state), node) })
  }
}
