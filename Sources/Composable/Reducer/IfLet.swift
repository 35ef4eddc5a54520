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
    IfPresentReducer(
      base: self,
      presence: PresenceReducer(
        then(), action: action, name: "An ifLet",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)),
      modify: { state, reduce in state[keyPath: child].modify(reduce) },
      extract: { $0[keyPath: child] })
  }
}
