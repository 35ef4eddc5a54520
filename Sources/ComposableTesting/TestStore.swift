public import Composable

/// A store for tests, which must be told everything that happens.
///
/// Each change of the state and of shared values is asserted, each action that an effect sends is
/// received, and each effect has ended when `finish` returns. What an effect sends waits in an inbox
/// until `receive` asks, so nothing happens behind the test's back.
///
/// Make the initial state in place, so that its shared values belong to the store's domain.
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The store that is tested.
  public let store: Store<State, Action>

  private let core: StoreCore<State, Action>
  private let inbox: TestInbox<State, Action>
  private let unasserted: UnassertedChanges
  private let place: CallSite
  private var hasFinished = false

  /// Makes a store.
  /// - Parameters:
  ///   - initialState: the state before the first action.
  ///   - reducer: builds the reducer.
  ///   - prepareDependencies: gives the dependencies that the test needs.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    core = StoreCore(initialState: initialState(), reducer: reducer) { values in
      values.context = .test
      values.sharedDomain = SharedDomain()
      values.issueReporter = values.issueReporter ?? TestFailure.record
      prepareDependencies(&values)
    }
    store = Store(core: core)
    inbox = TestInbox(core: core)
    unasserted = UnassertedChanges(domain: core.domain)
  }

  deinit {
    if !hasFinished { reportUnfinished(at: place) }
    inbox.disconnect()
    unasserted.disconnect()
  }

  /// The state as it is.
  public var state: State { store.withState { copy $0 } }

  /// Sends an action and asserts how it changes the state.
  /// - Parameters:
  ///   - action: the action.
  ///   - expectation: is given the state from before, and makes of it what is expected; shared
  ///     values have their old values meanwhile. Nil: nothing changes.
  /// - Returns: what the action leads to.
  @discardableResult
  public func send(
    _ action: Action, assert expectation: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    reportUnasserted(at: place)
    let pending = inbox.pending
    if !pending.isEmpty {
      fail(
        """
        An action was sent while \(pending.count) received \
        \(pending.count == 1 ? "action waits" : "actions wait").

        \(list(pending))

        Receive what effects have sent before sending the next action.
        """, at: place)
    }
    return reduce(action, expectation, at: place) { store.send(action) }
  }

  /// Receives an action that an effect has sent, and asserts how it changes the state.
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
      "an action with a \(Value.self)", where: { path.extract($0) != nil }, expectation, at: place)
    return action.flatMap(path.extract)
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
    _ = await receive("\(action)", where: { $0 == action }, expectation, at: place)
  }

  /// Waits until every effect has ended, and asserts that nothing is left to be received.
  nonisolated(nonsending) public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    hasFinished = true
    await inbox.waitForEffects()
    reportUnasserted(at: place)
    reportUnfinished(at: place)
  }

  /// Waits until every effect has ended, or waits for a test's clock; what they have sent stays to
  /// be received.
  nonisolated(nonsending) public func effectsDidRest() async { await inbox.waitForEffects() }

  // MARK: Asserting

  nonisolated(nonsending) private func receive(
    _ expected: String, where matches: (Action) -> Bool,
    _ expectation: ((inout State) throws -> Void)?, at place: CallSite
  ) async -> Action? {
    reportUnasserted(at: place)
    guard await inbox.waitForAction(), let entry = inbox.takeFirst() else {
      let effects = inbox.effects
      fail(
        """
        An action was expected, and none came.

          Expected: \(expected)
          Effects in flight: \(effects.inFlight), of which \(effects.parked) wait for a test's clock

        Likely causes: the effect sends nothing, it was cancelled, its feature is gone, or the clock \
        has to be moved first.
        """, at: place)
      return nil
    }
    let isMatch = matches(entry.action)
    if !isMatch {
      fail(
        """
        Another action was received than the one expected.

          Expected: \(expected)
          Received: \(entry.action)
        """, at: place)
    }
    reduce(entry.action, expectation, at: place) {
      core.receive(entry.action, from: entry.node)
    }
    return isMatch ? entry.action : nil
  }

  @discardableResult
  private func reduce<Result>(
    _ action: Action, _ expectation: ((inout State) throws -> Void)?, at place: CallSite,
    by perform: () -> Result
  ) -> Result {
    let domain = core.domain
    let tracker = SharedTracker()
    let reporter = core.dependencies.issueReporter ?? TestFailure.record
    // One hold of the lock, so that nothing comes between the action and what is expected of it.
    return domain.withLock {
      var expected = state
      domain.tracker = tracker
      let result = withDependencies {
        $0.issueReporter = { [reporter] message, _ in reporter(message, place) }
      } operation: {
        perform()
      }
      domain.tracker = nil
      let actual = state
      do {
        let differences = try tracker.differences(in: domain) { try expectation?(&expected) }
        for difference in differences {
          failDifferent(difference.expected, difference.actual, after: action, at: place)
        }
        if expected != actual { failDifferent(expected, actual, after: action, at: place) }
      } catch {
        fail("The expectation ended with an error: \(error)", at: place)
      }
      return result
    }
  }

  // MARK: Failing

  private func reportUnasserted(at place: CallSite) {
    let changes = unasserted.take()
    guard !changes.isEmpty else { return }
    fail(
      """
      A shared value was changed outside of any action, and nothing asserts it.

      \(changes.map { "  \($0)" }.joined(separator: "\n"))

      Likely causes: an effect changes a shared value itself. Let it send an action that does.
      """, at: place)
  }

  private func reportUnfinished(at place: CallSite) {
    let pending = inbox.pending
    if !pending.isEmpty {
      fail(
        """
        The test ends, and \(pending.count) received \
        \(pending.count == 1 ? "action was" : "actions were") not handled.

        \(list(pending))

        Receive them, or end the effects that send them.
        """, at: place)
    }
    let effects = inbox.effects
    if effects.inFlight > 0 {
      fail(
        """
        The test ends, and \(effects.inFlight) \
        \(effects.inFlight == 1 ? "effect is" : "effects are") still in flight, of which \
        \(effects.parked) wait for a test's clock.

        Likely causes: a clock was not moved far enough, a long-living effect was not cancelled, or \
        something that the effect waits for never comes. Call finish() last.
        """, at: place)
    }
  }

  private func failDifferent(
    _ expected: any Sendable, _ actual: any Sendable, after action: Action, at place: CallSite
  ) {
    fail(
      """
      The state is not as expected after \(action).

      \(ValueDifference.text(expected: expected, actual: actual))

      (− expected, + actual)
      """, at: place)
  }

  private func fail(_ message: String, at place: CallSite) {
    if let reporter = core.dependencies.issueReporter {
      reporter(message, place)
    } else {
      TestFailure.record(message, place)
    }
  }

  private func list(_ actions: [Action]) -> String {
    actions.map { "  \($0)" }.joined(separator: "\n")
  }
}
