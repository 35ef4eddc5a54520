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
    IfPresentReducer(
      base: self,
      presence: PresenceReducer(
        then(), action: action, name: "An ifCaseLet",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)),
      modify: { state, reduce in child.modify(&state, reduce) }, extract: child.extract)
  }
}
