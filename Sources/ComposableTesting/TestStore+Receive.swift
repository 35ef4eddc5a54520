public import Composable

extension TestStore {
  /// Receives an action that an effect has sent, and asserts how it changes the state.
  ///
  /// It waits until there is an action, or no effect can send one any more: each has ended or waits
  /// for a test's clock. An effect that waits for something else is waited for.
  /// - Parameters:
  ///   - path: the case that is expected.
  ///   - expectation: as for `send`.
  /// - Returns: the action's value; nil when another action came, or none.
  @discardableResult
  nonisolated(nonsending) public func receive<Value>(
    _ path: CasePath<Action, Value>, assert expectation: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> Value? {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let action = await receive(
      "an action of a case with \(Value.self)", where: { path.extract($0) != nil }, expectation,
      at: place)
    return action.flatMap(path.extract)
  }

  /// Receives an action of a case with a value, and asserts how it changes the state.
  /// - Parameters:
  ///   - path: the case that is expected.
  ///   - value: the value that is expected.
  ///   - expectation: as for `send`.
  nonisolated(nonsending) public func receive<Value: Equatable>(
    _ path: CasePath<Action, Value>, _ value: Value,
    assert expectation: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    _ = await receive(
      ActionText.text(path.embed(value)), where: { path.extract($0) == value }, expectation,
      at: place)
  }

  /// Receives an action that an effect has sent, and asserts how it changes the state.
  /// - Parameters:
  ///   - action: the action that is expected.
  ///   - expectation: as for `send`.
  nonisolated(nonsending) public func receive(
    _ action: Action, assert expectation: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async where Action: Equatable {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    _ = await receive(ActionText.text(action), where: { $0 == action }, expectation, at: place)
  }

  /// Receives an action that an effect has sent, and asserts how it changes the state.
  /// - Parameters:
  ///   - matches: whether an action is the expected one.
  ///   - expectation: as for `send`.
  /// - Returns: the action; nil when another one came, or none.
  @discardableResult
  nonisolated(nonsending) public func receive(
    where matches: (Action) -> Bool, assert expectation: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async -> Action? {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await receive(
      "an action that the condition holds for", where: matches, expectation, at: place)
  }

  nonisolated(nonsending) private func receive(
    _ expected: @autoclosure () -> String, where matches: (Action) -> Bool,
    _ expectation: ((inout State) throws -> Void)?, at place: CallSite
  ) async -> Action? {
    begin(at: place)
    var skipped: [Action] = []
    while await inbox.waitForAction(), let entry = inbox.takeFirst() {
      let isMatch = matches(entry.action)
      if !isMatch && exhaustivity == .on {
        failAnother(expected(), entry.action, at: place)
        core.receive(entry.action, from: entry.node)
        return nil
      }
      if isMatch {
        noteSkipped(skipped, at: place)
        reduce(entry.action, expectation, at: place) {
          core.receive(entry.action, from: entry.node)
        }
        return entry.action
      }
      core.receive(entry.action, from: entry.node)
      skipped.append(entry.action)
    }
    noteSkipped(skipped, at: place)
    failNone(expected(), skipped, at: place)
    return nil
  }
}
