/// The state of a store, the reducer that changes it, and the effects that run.
@usableFromInline
package final class StoreCore<State: Sendable, Action: Sendable>: EffectHost, @unchecked Sendable {
  // Sendable: every variable is read and written only under the lock of the domain.
  @usableFromInline package let domain: SharedDomain
  @usableFromInline let reducer: CompiledReducer<State, Action>
  @usableFromInline let root = ScopeNode()
  @usableFromInline var state: State
  /// How many actions have been reduced.
  @usableFromInline var actions: UInt64 = 0
  @usableFromInline var isReducing = false
  package let dependencies: DependencyValues
  private(set) var isReleased = false
  /// Where a test keeps what effects send, instead of it being reduced at once.
  package var inbox: ((Action, EffectNode) -> Void)?
  /// Told, under the lock, when an effect begins, ends, or waits for a test's clock.
  package var activityDidChange: (() -> Void)?
  package private(set) var inFlight = 0
  /// The effects in flight, in a test.
  package private(set) var parkings: [ObjectIdentifier: EffectParking] = [:]
  /// How many effects wait for a test's clock.
  package private(set) var parked = 0

  private init(
    state: State, reducer: CompiledReducer<State, Action>, dependencies: DependencyValues
  ) {
    self.state = state
    self.reducer = reducer
    self.dependencies = dependencies
    // mutant domain-lock:
    //   `domain = dependencies.sharedDomain` -> `domain = SharedDomain()` (SavingTests)
    domain = dependencies.sharedDomain
  }

  package convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void
  ) {
    // The state and the reducer keep the dependencies of the place where they are made.
    let made = Composable.withDependencies {
      // A store that a presented feature makes is not presented by who presents the feature.
      // mutant dismiss-not-of-an-outer-store:
      //   `$0.dismissal = nil` -> `_ = $0.dismissal` (DismissTests)
      $0.dismissal = nil
      prepareDependencies(&$0)
      $0.store = Stamp.next()
    } operation: {
      (initialState(), reducer().compiled(), DependencyValues.current)
    }
    self.init(state: made.0, reducer: made.1, dependencies: made.2)
  }

  // MARK: Turns

  @inlinable
  func send(_ action: Action) -> StoreTask {
    domain.enter()
    defer { domain.leave() }
    guard domain.beginTurn() else { return StoreTask(group: enqueue(action)) }
    let group = reduce(action, group: nil)
    domain.endTurn()
    return StoreTask(group: group)
  }

  @inlinable
  func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
    domain.enter()
    defer { domain.leave() }
    if isReducing { reportReadWhileReducing() }
    return try body(state)
  }

  private var revision: StateRevision {
    StateRevision(actions: actions, sharedChanges: domain.sharedChanges)
  }

  func sequence<Value: Sendable>(
    of projection: @escaping @Sendable (State) -> Value,
    isSame: (@Sendable (Value, Value) -> Bool)?
  ) -> StateSequence<Value> {
    StateSequence(
      domain: domain, revision: { self.revision }, isOver: { self.isReleased },
      read: { projection(self.state) }, isSame: isSame)
  }

  /// Reduces an action; called under the lock, inside a turn.
  @inlinable
  func reduce(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    isReducing = true
    // What the reducer makes belongs to the store, wherever the action was sent.
    // mutant reducer-makes-for-its-store:
    //   `withValue(surroundings)` -> `withValue(.current)` (SharedMadeInReducerTests)
    let effect = DependencyValues.$current.withValue(surroundings) {
      reducer.reduce(&state, action)
    }
    isReducing = false
    actions &+= 1
    var group = group
    if !effect.isNone { group = begin(effect.operation, group: group) }
    if !root.isEmpty { reducer.settle?(state, root) }
    domain.didChange()
    return group
  }

  /// The store's dependencies; a test says with each action where reports go, and so does who sends
  /// to a store that does not.
  @usableFromInline
  var surroundings: DependencyValues {
    if inbox == nil && dependencies.issueReporter != nil { return dependencies }
    guard let reporter = DependencyValues.current.issueReporter else { return dependencies }
    var values = dependencies
    values.issueReporter = reporter
    return values
  }

  /// The state is being changed, and reading it would be an overlap that ends the program; so it ends
  /// with a reason.
  @usableFromInline
  func reportReadWhileReducing() {
    preconditionFailure(
      """
      The state of a store was read from inside its reducer. A reducer reads the state that it is \
      given; an effect reads the store only once it runs.
      """)
  }

  /// Queues an action that was sent from inside a turn.
  @usableFromInline
  func enqueue(_ action: Action) -> EffectGroup {
    let group = EffectGroup(domain: domain)
    group.actionWasQueued()
    domain.enqueue {
      _ = self.reduce(action, group: group)
      group.actionWasReduced()
    }
    return group
  }

  // MARK: Effects

  @usableFromInline
  func begin(_ operation: Effect<Action>.Operation, group: EffectGroup?) -> EffectGroup {
    let group = group ?? EffectGroup(domain: domain)
    prepare(operation, scope: root, names: [], group: group)?.begin()
    return group
  }

  /// Registers an effect with all of its parts, also those whose turn comes later.
  private func prepare(
    _ operation: Effect<Action>.Operation, scope: ScopeNode, names: [CancelID], group: EffectGroup
  ) -> EffectNode? {
    func node(_ work: EffectNode.Work) -> EffectNode {
      EffectNode(
        work: work, scope: scope, names: names, group: group, domain: domain, host: self)
    }
    switch operation {
    case .none:
      return nil
    case .scoped(let step, let operation):
      return prepare(operation, scope: scope.child(step), names: names, group: group)
    case .cancellable(let id, let cancelInFlight, let operation):
      guard let inner = prepare(operation, scope: scope, names: names + [id], group: group)
      else { return nil }
      guard cancelInFlight else { return inner }
      let restart = instant(in: scope, names: names, group: group) { restart in
        scope.cancel(id) { inner.contains($0) || $0.isToFollow(restart) }
      }
      return node(.concatenate([restart, inner]))
    case .cancel(let id):
      return instant(in: scope, names: names, group: group) { cancellation in
        scope.cancel(id) { $0.isToFollow(cancellation) }
      }
    case .throttle(let id, let wait, let latest, let operation):
      return throttled(
        operation, id: id, wait: wait, latest: latest, scope: scope, names: names, group: group)
    case .send(let action):
      return sending(action, from: node(.instant({})))
    case .run(let run):
      return running(run, in: node(.instant({})))
    case .merge(let operations):
      return node(
        .merge(operations.compactMap { prepare($0, scope: scope, names: names, group: group) }))
    case .concatenate(let operations):
      return node(
        .concatenate(
          operations.compactMap { prepare($0, scope: scope, names: names, group: group) }))
    }
  }

  private func instant(
    in scope: ScopeNode, names: [CancelID], group: EffectGroup,
    _ perform: @escaping (EffectNode) -> Void
  ) -> EffectNode {
    let node = EffectNode(
      work: .instant({}), scope: scope, names: names, group: group, domain: domain, host: self)
    node.work = .instant { [unowned node] in
      perform(node)
      node.end()
    }
    return node
  }

  private func sending(_ action: Action, from node: EffectNode) -> EffectNode {
    node.work = .instant {
      if let inbox = self.inbox {
        node.hold()
        inbox(action, node)
        node.end()
      } else {
        self.domain.enqueue {
          self.reduceDelivered(action, from: node)
          node.end()
        }
      }
    }
    return node
  }

  /// An effect that begins at once, or when the interval of its name is over, or never.
  private func throttled(
    _ operation: Effect<Action>.Operation, id: CancelID, wait: EffectRun<Action>, latest: Bool,
    scope: ScopeNode, names: [CancelID], group: EffectGroup
  ) -> EffectNode? {
    let names = names + [id]
    func node(_ work: EffectNode.Work) -> EffectNode {
      EffectNode(work: work, scope: scope, names: names, group: group, domain: domain, host: self)
    }
    guard let effect = prepare(operation, scope: scope, names: names, group: group) else {
      return nil
    }
    let gate = node(.instant({}))
    gate.work = .instant {
      // mutant throttle-interval:
      //   `if let interval = scope.intervals[id] {`
      //   -> `if let interval = scope.intervals[id], self.isReleased {` (DebounceTests)
      if let interval = scope.intervals[id] {
        interval.add(ThrottleInterval.Waiting(gate: gate, effect: effect), latest: latest)
      } else {
        self.beginInterval(id, wait: wait, scope: scope, names: names)
        gate.end()
      }
    }
    return node(.concatenate([gate, effect]))
  }

  private func beginInterval(
    _ id: CancelID, wait: EffectRun<Action>, scope: ScopeNode, names: [CancelID]
  ) {
    // A group of its own: who waits for an action does not wait for the interval after it.
    let timer = EffectNode(
      work: .instant({}), scope: scope, names: names, group: EffectGroup(domain: domain),
      domain: domain, host: self)
    let interval = ThrottleInterval(timer: timer)
    scope.intervals[id] = interval
    running(wait, in: timer) {
      let waiting = timer.isCancelled ? nil : interval.takeWaiting()
      timer.end()
      if let waiting {
        self.beginInterval(id, wait: wait, scope: scope, names: names)
        waiting.begin()
      }
    }
    .begin()
  }

  /// Makes a node's work a task.
  /// - Parameter whenDone: ends the node, under the lock; nil: only that.
  private func running(
    _ run: EffectRun<Action>, in node: EffectNode, whenDone: (@Sendable () -> Void)? = nil
  ) -> EffectNode {
    let send = Send<Action> { self.deliver($0, from: node, of: run) }
    node.work = .task { [dependencies] in
      let parking = self.parking(of: node, at: run.place)
      return Task(executorPreference: dependencies.effectExecutor, priority: run.priority) {
        await DependencyValues.$current.withValue(dependencies) {
          await EffectParking.withCurrent(parking) { await run.operation(send) }
        }
        self.domain.withLock {
          // mutant ended-effects-not-parked:
          //   `if let parking { self.effectDidEnd(parking) }` -> `` (TestStoreFailureTests)
          if let parking { self.effectDidEnd(parking) }
          if let whenDone { whenDone() } else { node.end() }
        }
      }
    }
    return node
  }

  /// Takes an action that an effect sends.
  /// - Returns: whether it was delivered.
  private func deliver(
    _ action: Action, from node: EffectNode, of run: EffectRun<Action>
  ) -> Bool {
    domain.enter()
    defer { domain.leave() }
    // mutant late-send:
    //   `if isReleased || node.hasEnded {` -> `if isReleased && node.hasEnded {` (LateSendTests)
    if isReleased || node.hasEnded {
      reportLate(action, at: run.place)
      return false
    }
    // Inside an action a state is being changed, and must not be looked at: it is when the turn comes.
    // mutant send-in-turn-not-looked-at:
    //   `domain.isInTurn ? !node.isCancelled : isAlive(node)`
    //   -> `isAlive(node)` (SharedOverlapTests)
    guard domain.isInTurn ? !node.isCancelled : isAlive(node) else { return false }
    if let inbox {
      node.hold()
      inbox(action, node)
    } else if domain.beginTurn() {
      reduceDelivered(action, from: node)
      domain.endTurn()
    } else {
      domain.enqueue { self.reduceDelivered(action, from: node) }
    }
    return true
  }

  private func reportLate(_ action: Action, at place: CallSite) {
    let what =
      isReleased
      ? "An effect sent an action after its store was gone, and it was dropped."
      : "An action was sent with the send of an effect that had ended, and it was dropped."
    IssueReporting.report(
      """
      \(what)

        Action: \(action)

      Likely causes: nobody keeps the store, or the effect goes on when its task is cancelled, or \
      its send was kept by a callback that outlives it.

      Keep the store for as long as its effects matter, let the effect end when its task is \
      cancelled, and let it last as long as its callbacks, for example by waiting on an AsyncStream.
      """, at: place, to: dependencies.issueReporter)
  }

  /// Reduces an action of an effect, unless the effect was cancelled or its feature is gone.
  private func reduceDelivered(_ action: Action, from node: EffectNode) {
    guard isAlive(node) else { return }
    _ = reduce(action, group: node.group)
  }

  /// Whether what an effect sends may be delivered; asked when it is, since whoever removes a
  /// feature need not know of its effects.
  package func isAlive(_ node: EffectNode) -> Bool {
    // mutant delivery-asks-for-the-child:
    //   `if let settle = reducer.settle {`
    //   -> `if let settle = reducer.settle, isReleased {` (EffectTests)
    if let settle = reducer.settle {
      node.scope.focusPath()
      settle(state, root)
    }
    return !node.isCancelled && !isReleased
  }

  /// Reduces an action that a test has received.
  package func receive(_ action: Action, from node: EffectNode) {
    domain.enter()
    defer { domain.leave() }
    guard domain.beginTurn() else { return }
    reduceDelivered(action, from: node)
    node.release()
    domain.endTurn()
  }

  /// Ends every effect; nothing is delivered any more.
  package func release() {
    domain.withLock {
      isReleased = true
      root.cancelAll()
      domain.didChange()
    }
  }

  // MARK: Counting

  func effectDidBegin() {
    inFlight += 1
    activityDidChange?()
  }

  func effectDidEnd() {
    inFlight -= 1
    activityDidChange?()
  }

  /// Says of an effect that begins how it is doing; nil outside of tests.
  private func parking(of node: EffectNode, at place: CallSite) -> EffectParking? {
    guard let executor = dependencies.effectExecutor else { return nil }
    let parking = EffectParking(node: node, place: place, executor: executor, domain: domain) {
      [weak self] change in
      self?.parked += change
      self?.activityDidChange?()
    }
    parkings[ObjectIdentifier(parking)] = parking
    return parking
  }

  private func effectDidEnd(_ parking: EffectParking) {
    parking.end()
    parkings[ObjectIdentifier(parking)] = nil
  }

  /// Cancels every effect, and counts none of those in flight any more, whenever they end.
  package func abandonEffects() {
    domain.withLock {
      root.cancelAll()
      for parking in parkings.values {
        parking.end()
        parking.node.abandon()
      }
      parkings = [:]
    }
  }
}
