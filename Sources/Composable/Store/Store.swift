/// Holds the state of a feature, reduces what is sent to it, and does the effects.
///
/// A store may be sent to from any thread. It holds its domain's lock for the whole turn of an
/// action; tasks are started and cancelled, and observers told, after that. Letting go of a store
/// ends its effects.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline package let core: StoreCore<State, Action>

  /// Makes a store.
  /// - Parameters:
  ///   - initialState: the state before the first action; shared values in it belong to the domain
  ///     of the same dependencies.
  ///   - reducer: builds the reducer; called once, with the dependencies in place.
  ///   - prepareDependencies: changes dependencies for this store.
  public init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    core = withDependencies(prepareDependencies) {
      StoreCore(
        state: initialState(), reducer: reducer().compiled(),
        dependencies: DependencyValues.current)
    }
  }

  deinit { core.release() }

  /// Reduces an action.
  /// - Returns: what the action leads to. When this returns, the reducer has run, unless `send` was
  ///   called from inside an action; then it runs after that one, in order.
  @discardableResult
  @inlinable
  public func send(_ action: Action) -> StoreTask {
    core.domain.enter()
    defer { core.domain.leave() }
    guard core.domain.beginTurn() else { return StoreTask(group: core.enqueue(action)) }
    let group = core.reduce(action, group: nil)
    core.domain.endTurn()
    return StoreTask(group: group)
  }

  /// Reads something of the state as one step.
  ///
  /// Not for use from inside a reducer, which has the state. Take out what is needed: a copy of a large collection makes its next change copy the whole.
  @inlinable
  public func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
    core.domain.enter()
    defer { core.domain.leave() }
    return try body(core.state)
  }

  /// Whether no effect is registered or in flight.
  public var isIdle: Bool {
    core.domain.withLock { core.root.isEmpty && core.inFlight == 0 }
  }

  /// Something of the state, now and after each change; a reader that is slow gets the newest.
  /// - Parameter projection: takes out what is needed, under the lock.
  public func observe<Value: Sendable & Equatable>(
    _ projection: @escaping @Sendable (State) -> Value
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let key = Stamp.next()
    var last: Value?
    // Yielding runs no foreign code, so it may happen under the lock, where the order is right.
    let observer = Observer<State>(
      stateDidChange: { state in
        let value = projection(state)
        if value == last { return }
        last = value
        continuation.yield(value)
      }, finish: { continuation.finish() })
    continuation.onTermination = { [weak core] _ in
      core?.domain.withLock { core?.observers[key] = nil }
    }
    core.domain.withLock {
      core.observers[key] = observer
      observer.stateDidChange(core.state)
    }
    return stream
  }
}
