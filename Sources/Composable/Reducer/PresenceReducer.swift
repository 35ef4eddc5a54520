/// What a child that may be absent needs, wherever its state is kept: `ifLet`, `ifCaseLet`, and a
/// `Scope` on a case.
///
/// The child's effects end when it goes, and when another one is in its place: a state that is
/// `Identifiable` is another one when its ID is another.
@usableFromInline
struct PresenceReducer<State: Sendable, Action: Sendable, Child: Reducer>: Sendable {
  @usableFromInline let child: CompiledReducer<Child.State, Child.Action>
  @usableFromInline let scope = ScopeID()
  @usableFromInline let action: CasePath<Action, Child.Action>
  private let isIdentifiable: Bool
  @usableFromInline let place: CallSite
  /// What reports call the operator.
  @usableFromInline let name: String

  @usableFromInline
  init(_ child: Child, action: CasePath<Action, Child.Action>, name: String, at place: CallSite) {
    self.child = child.compiled()
    self.action = action
    self.name = name
    self.place = place
    isIdentifiable = Child.State.self is any Identifiable.Type
  }

  /// Who a child is.
  /// - Parameter incarnation: of its presentation; nil: it is not one that is presented.
  @usableFromInline
  func identity(_ state: Child.State, incarnation: UInt64?) -> CancelID? {
    var id: CancelID?
    if isIdentifiable, let state = state as? any Identifiable { id = CancelID(idOf: state) }
    guard let incarnation else { return id }
    // mutant presentation-is-another:
    //   `return CancelID(Presented(incarnation: incarnation, id: id))`
    //   -> `return incarnation > 0 ? id : nil` (PresentationTests)
    return CancelID(Presented(incarnation: incarnation, id: id))
  }

  private struct Presented: Hashable, Sendable {
    let incarnation: UInt64
    let id: CancelID?
  }

  /// Reduces an action of the child, when the action is one and the child is there.
  /// - Parameters:
  ///   - incarnation: of the child's presentation; nil: it is not one that is presented.
  ///   - modify: changes the child's state in place; nil: the child is not there.
  @inlinable
  func reduce(
    _ action: Action, incarnation: UInt64? = nil,
    modify: ((inout Child.State) -> Effect<Child.Action>) -> Effect<Child.Action>?
  ) -> Effect<Action> {
    guard let childAction = self.action.extract(action) else { return .none }
    var reduced: CancelID?
    let effect = modify { state in
      let effect = child.reduce(&state, childAction)
      if !effect.isNone { reduced = identity(state, incarnation: incarnation) }
      return effect
    }
    guard let effect else {
      reportAbsent(childAction)
      return .none
    }
    if effect.isNone { return .none }
    return effect.map(self.action.embed).scoped(ScopeStep(scope: scope, identity: reduced))
  }

  /// Ends the child's effects when it is gone.
  @usableFromInline
  func settle(_ state: Child.State?, incarnation: UInt64? = nil, _ node: ScopeNode) {
    guard let known = node.scope(scope) else { return }
    // mutant absent-child-is-another:
    //   `guard let state, known.identity == identity(state, incarnation: incarnation) else`
    //   -> `guard let state else` (AbsentChildTests)
    guard let state, known.identity == identity(state, incarnation: incarnation) else {
      // mutant absent-child-loses-effects:
      //   `return known.cancelAll()` -> `return` (AbsentChildTests)
      return known.cancelAll()
    }
    child.settle?(state, known)
  }

  @usableFromInline
  func reportAbsent(_ action: Child.Action) {
    IssueReporting.report(
      """
      \(name) was sent an action for a child that is not there, and ignored it.

        Action: \(action)
        Child: \(Child.State.self)

      Likely causes: a reducer that runs before this one took the child away, or the action was \
      sent after the child was gone, or before it was there.

      Put what takes the child away after the child's reducer, and send to the child only while it \
      is there. What a child's own effects send after it is gone is not meant here: that is dropped \
      in silence.
      """, at: place)
  }
}
