/// The state of a store, the reducer that changes it, and the effects that run.
@usableFromInline
package final class StoreCore<State: Sendable, Action: Sendable>: EffectHost, @unchecked Sendable {
  // Sendable: every variable is read and written only under the lock of the domain.
  @usableFromInline package let domain: SharedDomain
  @usableFromInline let reducer: CompiledReducer<State, Action>
  @usableFromInline let root = ScopeNode()
  @usableFromInline var state: State
  @usableFromInline var observers: [UInt64: Observer<State>] = [:]
  package let dependencies: DependencyValues
  private var isReleased = false
  /// Where a test keeps what effects send, instead of it being reduced at once.
  package var inbox: ((Action, EffectNode) -> Void)?
  /// Told, under the lock, when an effect begins, ends, or waits for a test's clock.
  package var activityDidChange: (() -> Void)?
  package private(set) var inFlight = 0
  package private(set) var parked = 0

  init(
    state: State, reducer: CompiledReducer<State, Action>, dependencies: DependencyValues
  ) {
    self.state = state
    self.reducer = reducer
    self.dependencies = dependencies
    domain = dependencies.sharedDomain
  }

  // MARK: Turns

  /// Reduces an action; called under the lock, inside a turn.
  @inlinable
  func reduce(_ action: Action, group: EffectGroup?) -> EffectGroup? {
    let effect = reducer.reduce(&state, action)
    var group = group
    if !effect.isNone { group = begin(effect.operation, group: group) }
    if !root.isEmpty { reducer.settle?(state, root) }
    if !observers.isEmpty { tellObservers() }
    return group
  }

  @usableFromInline
  func tellObservers() {
    for observer in observers.values { observer.stateDidChange(state) }
  }

  /// Queues an action that was sent from inside a turn.
  @usableFromInline
  func enqueue(_ action: Action) -> EffectGroup {
    let group = EffectGroup(domain: domain)
    group.actionWasQueued()
    domain.queue.append {
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
      let restart = instant(in: scope, names: names, group: group) {
        scope.cancel(id) { inner.contains($0) }
      }
      return node(.concatenate([restart, inner]))
    case .cancel(let id):
      return instant(in: scope, names: names, group: group) { scope.cancel(id) }
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
    in scope: ScopeNode, names: [CancelID], group: EffectGroup, _ perform: @escaping () -> Void
  ) -> EffectNode {
    let node = EffectNode(
      work: .instant({}), scope: scope, names: names, group: group, domain: domain, host: self)
    node.work = .instant { [unowned node] in
      perform()
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
        self.domain.queue.append {
          self.reduceDelivered(action, from: node)
          node.end()
        }
      }
    }
    return node
  }

  private func running(_ run: EffectRun<Action>, in node: EffectNode) -> EffectNode {
    var dependencies = dependencies
    dependencies.parking = EffectParking(host: self)
    node.work = .task { [dependencies] in
      Task(priority: run.priority) {
        await DependencyValues.$current.withValue(dependencies) {
          await run.operation(Send { self.deliver($0, from: node) })
        }
        self.domain.withLock { node.end() }
      }
    }
    return node
  }

  /// Takes an action that an effect sends.
  /// - Returns: whether it was delivered.
  private func deliver(_ action: Action, from node: EffectNode) -> Bool {
    domain.enter()
    defer { domain.leave() }
    guard isAlive(node) else { return false }
    if let inbox {
      node.hold()
      inbox(action, node)
    } else if domain.beginTurn() {
      reduceDelivered(action, from: node)
      domain.endTurn()
    } else {
      domain.queue.append { self.reduceDelivered(action, from: node) }
    }
    return true
  }

  /// Reduces an action of an effect, unless the effect was cancelled or its feature is gone.
  private func reduceDelivered(_ action: Action, from node: EffectNode) {
    guard isAlive(node) else { return }
    _ = reduce(action, group: node.group)
  }

  /// Whether what an effect sends may be delivered; asked when it is, since whoever removes a
  /// feature need not know of its effects.
  package func isAlive(_ node: EffectNode) -> Bool {
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
      for observation in observers.values { observation.finish() }
      observers = [:]
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

  func effectDidPark(_ change: Int) {
    domain.withLock {
      parked += change
      activityDidChange?()
    }
  }
}
