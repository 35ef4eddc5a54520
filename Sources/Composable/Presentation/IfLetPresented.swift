extension Reducer {
  /// Runs a child's reducer on a feature that may be presented, and then this reducer.
  ///
  /// ```swift
  /// struct State: Equatable {
  ///   @Presents var detail: Detail.State?
  /// }
  /// enum Action {
  ///   case detail(PresentationAction<Detail.Action>)
  /// }
  /// var body: some Reducer<State, Action> {
  ///   Reduce { state, action in … }
  ///     .ifLet(state: \.$detail, action: .detail) { Detail() }
  /// }
  /// ```
  ///
  /// The child goes when its state becomes nil, or when `.dismiss` is sent: this reducer has that
  /// action first, with the child's state still there, and then the state is nil, unless another child
  /// has been presented. An effect of the child ends it with `@Dependency(\.dismiss)`. The child's
  /// effects end with it; those of one that is presented in its place are others, also under the same
  /// ID and within one action.
  /// - Parameters:
  ///   - child: where the state is, as `\.$detail`.
  ///   - action: the case with the child's actions.
  ///   - then: the child's reducer; for an enum of destinations, one with a `Scope` on each case.
  public func ifLet<ChildState, ChildAction, Child>(
    state child: any WritableKeyPath<State, PresentationState<ChildState>> & Sendable,
    action: CasePath<Action, PresentationAction<ChildAction>>,
    @ReducerBuilder<ChildState, ChildAction> then: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<ChildState, ChildAction> {
    IfLetPresented(
      base: self,
      presence: PresenceReducer(
        then(), action: action.appending(.presented), name: "An ifLet",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)),
      presentation: child, action: action)
  }
}

struct IfLetPresented<Base: Reducer, Child: Reducer>: Reducer {
  typealias State = Base.State
  typealias Action = Base.Action
  typealias Body = Never

  let base: Base
  let presence: PresenceReducer<State, Action, Child>
  let presentation: any WritableKeyPath<State, PresentationState<Child.State>> & Sendable
  let action: CasePath<Action, PresentationAction<Child.Action>>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    return CompiledReducer(
      reduce: { state, action in
        switch self.action.extract(action) {
        case nil: base.reduce(&state, action)
        case .presented: present(action, in: &state).merge(with: base.reduce(&state, action))
        case .dismiss: dismiss(action, in: &state, base)
        }
      },
      settle: { state, node in
        base.settle?(state, node)
        let presented = state[keyPath: presentation]
        presence.settle(presented.wrappedValue, incarnation: presented.incarnation, node)
      })
  }

  private func present(_ action: Action, in state: inout State) -> Effect<Action> {
    var presented = state[keyPath: presentation]
    // A computed property is written by way of a copy; taken out, the state is in one place.
    // mutant presented-in-place:
    //   `state[keyPath: presentation] = PresentationState(wrappedValue: nil)⏎    let effect`
    //   -> `let effect` (PresentationStateTests)
    state[keyPath: presentation] = PresentationState(wrappedValue: nil)
    let effect = presence.reduce(action, incarnation: presented.incarnation) { reduce in
      presented.wrappedValue.modify(reduce)
    }
    state[keyPath: presentation] = presented
    return effect.dismissing(by: self.action.embed(.dismiss))
  }

  private func dismiss(
    _ action: Action, in state: inout State, _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let incarnation = state[keyPath: presentation].incarnation
    if incarnation == nil { reportNothingToDismiss() }
    let effect = base.reduce(&state, action)
    // Whom the parent has presented meanwhile is not meant.
    // mutant presented-while-one-goes:
    //   `if state[keyPath: presentation].incarnation == incarnation {`
    //   -> `if incarnation != 0 {` (PresentationTests)
    if state[keyPath: presentation].incarnation == incarnation {
      state[keyPath: presentation] = PresentationState(wrappedValue: nil)
    }
    return effect
  }

  private func reportNothingToDismiss() {
    IssueReporting.report(
      """
      An ifLet was sent .dismiss, and there is nothing to dismiss.

        Child: \(Child.State.self)

      Likely causes: the child was dismissed already, or a reducer that runs before this one took it \
      away, or it was never presented.

      Send .dismiss only while the child is there. A child's own dismiss() that comes too late is not \
      meant here: that is dropped in silence.
      """, at: presence.place)
  }
}
