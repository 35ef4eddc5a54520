/// A part that is always there.
final class PropertyCore<
  Parent: Sendable, ParentAction: Sendable, State: Sendable, Action: Sendable
>:
  ChildCore<State, Action>, @unchecked Sendable
{
  // Sendable: only constants of Sendable types.
  private let parent: Store<Parent, ParentAction>
  private let state: any KeyPath<Parent, State> & Sendable
  private let action: @Sendable (Action) -> ParentAction

  init(
    parent: Store<Parent, ParentAction>, state: any KeyPath<Parent, State> & Sendable,
    action: @escaping @Sendable (Action) -> ParentAction
  ) {
    self.parent = parent
    self.state = state
    self.action = action
    super.init(domain: parent.domain)
  }

  override func send(_ action: Action) -> StoreTask { parent.send(self.action(action)) }

  override func withState<Result>(
    _ body: (borrowing State) throws -> Result
  ) rethrows -> Result {
    try parent.withState { try body($0[keyPath: state]) }
  }

  override var isIdle: Bool { parent.isIdle }

  override func sequence<Value: Sendable>(
    of projection: @escaping @Sendable (State) -> Value,
    isSame: (@Sendable (Value, Value) -> Bool)?
  ) -> StateSequence<Value> {
    parent.sequence(of: { [state] in projection($0[keyPath: state]) }, isSame: isSame)
  }
}

/// A part that may go: an optional child, a case, an element of a collection.
final class PresentCore<
  Parent: Sendable, ParentAction: Sendable, State: Sendable, Action: Sendable
>:
  ChildCore<State, Action>, @unchecked Sendable
{
  // Sendable: `last` is read and written only under the lock of the domain.
  private let parent: Store<Parent, ParentAction>
  private let state: @Sendable (borrowing Parent) -> State?
  private let action: @Sendable (Action) -> ParentAction
  /// The state that was read last, for who reads when the part is gone.
  private var last: State

  /// - Returns: nil when the part is not there.
  init?(
    parent: Store<Parent, ParentAction>, state: @escaping @Sendable (borrowing Parent) -> State?,
    action: @escaping @Sendable (Action) -> ParentAction
  ) {
    guard let present = parent.withState({ state($0) }) else { return nil }
    self.parent = parent
    self.state = state
    self.action = action
    last = present
    super.init(domain: parent.domain)
  }

  override func send(_ action: Action) -> StoreTask {
    domain.enter()
    defer { domain.leave() }
    // Inside an action the state is being changed, and must not be looked at.
    // mutant store-of-a-gone-part:
    //   `if !domain.isInTurn, parent.withState({ state($0) == nil }) {`
    //   -> `if domain.version == 0, parent.withState({ state($0) == nil }) {` (ChildStoreTests)
    if !domain.isInTurn, parent.withState({ state($0) == nil }) {
      reportGone(action)
      return StoreTask(group: nil)
    }
    return parent.send(self.action(action))
  }

  private func reportGone(_ action: Action) {
    IssueReporting.report(
      """
      A store of a part that is gone was sent an action, and dropped it.

        Action: \(action)
        Part: \(State.self)

      Likely causes: the child was dismissed, popped or removed, or its case was left, and someone \
      kept its store. Another child may be in its place, for which the action is not meant.

      Let go of the store when its sequences end, and take a new one of the child that is there.
      """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  override func withState<Result>(
    _ body: (borrowing State) throws -> Result
  ) rethrows -> Result {
    domain.enter()
    defer { domain.leave() }
    if let present = parent.withState({ state($0) }) { last = present }
    return try body(last)
  }

  override var isIdle: Bool { parent.isIdle }

  override func sequence<Value: Sendable>(
    of projection: @escaping @Sendable (State) -> Value,
    isSame: (@Sendable (Value, Value) -> Bool)?
  ) -> StateSequence<Value> {
    let states = parent.sequence(of: { [state] in state($0).map(projection) }, isSame: nil)
    return StateSequence(
      domain: domain, revision: states.revision, isOver: states.isOver,
      read: { states.read() ?? nil }, isSame: isSame)
  }
}
