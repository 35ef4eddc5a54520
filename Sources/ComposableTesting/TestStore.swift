public import Composable

/// A store for tests, which must be told everything that happens.
///
/// Each change of the state and of shared values is asserted, each action that an effect sends is
/// received, and each effect has ended when `finish` returns. What an effect sends waits in an inbox
/// until `receive` asks, so nothing happens behind the test's back.
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) { Counter() }
/// store.send(.increment) { $0.count = 1 }
/// store.send(.load) { $0.isLoading = true }
/// await store.receive(.loaded, 42) {
///   $0.isLoading = false
///   $0.number = 42
/// }
/// await store.finish()
/// ```
///
/// Effects run one piece at a time, in order, so a test gives the same result each time. Nothing is
/// timed and nothing is polled: the store counts its effects, and knows which of them wait for a
/// `TestClock`. A wait ends early when the test's task is cancelled, as a time limit does.
///
/// Make the initial state in place, so that its shared values belong to the store's domain.
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The store that is tested.
  public let store: Store<State, Action>

  /// How much the store must be told.
  public var exhaustivity = Exhaustivity.on

  let core: StoreCore<State, Action>
  let inbox: TestInbox<State, Action>
  let unasserted: UnassertedChanges
  private let place: CallSite
  /// The IDs that the elements of stacks are given from before the last action.
  var stackElementID: StackElementIDGenerator
  /// Whether nothing has happened since `finish`.
  var hasFinished = false

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
    let executor = TestExecutor.current()
    core = StoreCore(initialState: initialState(), reducer: reducer) { values in
      values.context = .test
      values.sharedDomain = SharedDomain()
      values.issueReporter = values.issueReporter ?? TestFailure.record
      values.effectExecutor = executor
      values.stackElementID = StackElementIDGenerator()
      prepareDependencies(&values)
    }
    store = Store(core: core)
    stackElementID = core.dependencies.stackElementID.copy()
    inbox = TestInbox(core: core, executor: executor)
    unasserted = UnassertedChanges(domain: core.domain)
  }

  deinit {
    if !hasFinished { reportLeft(.letGo, at: place) }
    inbox.disconnect()
    unasserted.disconnect()
  }

  /// The state as it is.
  public var state: State { store.withState { copy $0 } }

  /// Sends an action and asserts how it changes the state.
  /// - Parameters:
  ///   - action: the action.
  ///   - expectation: is given the state from before, and makes of it what is expected; shared
  ///     values have their old values meanwhile. Nil: nothing changes. See `Exhaustivity` for a test
  ///     that is not exhaustive.
  /// - Returns: what the action leads to.
  @discardableResult
  public func send(
    _ action: Action, assert expectation: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> TestStoreTask {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    begin(at: place)
    if exhaustivity == .on {
      let pending = inbox.pending
      if !pending.isEmpty { failSentWhileWaiting(pending, at: place) }
    } else {
      skipPending(at: place)
    }
    return TestStoreTask(
      task: reduce(action, expectation, at: place) { store.send(action) }, host: inbox)
  }

  /// Asserts of the state, as it is, what a closure says.
  /// - Parameter expectation: is given the state, and must not change it: `$0.count = 2`.
  public func assert(
    _ expectation: (inout State) throws -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    core.domain.withLock {
      check(state, expectation, tracker: SharedTracker(), what: .assert, at: place)
    }
  }

  /// Waits until every effect has ended, or waits for a test's clock, and asserts that nothing is
  /// left to be received and no effect is in flight.
  nonisolated(nonsending) public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await inbox.wait(for: .rest)
    if exhaustivity != .on {
      while !Task.isCancelled, skipPending(at: place) > 0 { await inbox.wait(for: .rest) }
    }
    reportUnasserted(at: place)
    reportLeft(.finish, at: place)
    hasFinished = true
  }

  /// Waits until every effect has ended, or waits for a test's clock; what they have sent stays to
  /// be received.
  nonisolated(nonsending) public func effectsDidRest() async { await inbox.wait(for: .rest) }

  /// Does something with another exhaustivity.
  /// - Parameters:
  ///   - exhaustivity: how much the store must be told meanwhile.
  ///   - operation: what is to be done.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, operation: () throws -> Result
  ) rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Does something asynchronous with another exhaustivity.
  /// - Parameters:
  ///   - exhaustivity: how much the store must be told meanwhile.
  ///   - operation: what is to be done.
  nonisolated(nonsending) public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let previous = self.exhaustivity
    defer { self.exhaustivity = previous }
    self.exhaustivity = exhaustivity
    return try await operation()
  }

  /// Something happens again.
  func begin(at place: CallSite) {
    // mutant end-looked-at-again:
    //   `    hasFinished = false⏎    reportUnasserted`
    //   -> `    reportUnasserted` (TestStoreFailureTests)
    hasFinished = false
    reportUnasserted(at: place)
  }
}
