/// Holds the state of a feature, reduces what is sent to it, and does the effects.
///
/// A store may be sent to from any thread. It holds its domain's lock for the whole turn of an
/// action; tasks are started and cancelled, and observers told, after that. Letting go of a store
/// ends its effects.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  /// What a store stands on.
  @usableFromInline
  enum Ground: Sendable {
    /// A state of its own.
    case root(StoreCore<State, Action>)
    /// A part of another store's.
    case part(ChildCore<State, Action>)
  }

  @usableFromInline let ground: Ground

  /// Makes a store.
  /// - Parameters:
  ///   - initialState: the state before the first action; shared values in it belong to the domain
  ///     of the same dependencies.
  ///   - reducer: builds the reducer; called once, with the dependencies in place.
  ///   - prepareDependencies: changes dependencies for this store.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(
      core: StoreCore(
        initialState: initialState(), reducer: reducer, withDependencies: prepareDependencies))
  }

  package init(core: StoreCore<State, Action>) { ground = .root(core) }

  init(child: ChildCore<State, Action>) { ground = .part(child) }

  deinit { if case .root(let core) = ground { core.release() } }

  /// Reduces an action.
  /// - Returns: what the action leads to. When this returns, the reducer has run, unless `send` was
  ///   called from inside an action; then it runs after that one, in order.
  @discardableResult
  @inlinable
  public func send(_ action: Action) -> StoreTask {
    switch ground {
    case .root(let core): core.send(action)
    case .part(let child): child.send(action)
    }
  }

  /// Reads something of the state as one step.
  ///
  /// Not for use from inside a reducer, which has the state. Take out what is needed: a copy of a
  /// large collection makes its next change copy the whole.
  @inlinable
  public func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
    switch ground {
    case .root(let core): try core.withState(body)
    case .part(let child): try child.withState(body)
    }
  }

  /// Whether no effect is registered or in flight.
  public var isIdle: Bool {
    switch ground {
    case .root(let core): core.domain.withLock { core.root.isEmpty && core.inFlight == 0 }
    case .part(let child): child.isIdle
    }
  }

  /// The state, now and after each change of it or of a shared value; a reader that is slow gets the
  /// newest.
  ///
  /// Do not keep what it gives when the state is large: its next change would copy it.
  public var states: StateSequence<State> { sequence(of: { $0 }, isSame: nil) }

  /// Something of the state, now and each time when it is another; a reader that is slow gets the
  /// newest.
  /// - Parameter projection: takes out what is needed, under the lock.
  public func observe<Value: Sendable & Equatable>(
    _ projection: @escaping @Sendable (State) -> Value
  ) -> StateSequence<Value> {
    sequence(of: projection) { $0 == $1 }
  }

  var domain: SharedDomain {
    switch ground {
    case .root(let core): core.domain
    case .part(let child): child.domain
    }
  }

  func sequence<Value: Sendable>(
    of projection: @escaping @Sendable (State) -> Value,
    isSame: (@Sendable (Value, Value) -> Bool)?
  ) -> StateSequence<Value> {
    switch ground {
    case .root(let core): core.sequence(of: projection, isSame: isSame)
    case .part(let child): child.sequence(of: projection, isSame: isSame)
    }
  }
}
