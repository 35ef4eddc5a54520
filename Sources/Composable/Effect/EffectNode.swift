/// A piece of an effect in a store: from the turn that makes it until it has ended.
///
/// Guarded by the lock of the store's domain.
@usableFromInline
package final class EffectNode: @unchecked Sendable {
  // Sendable: every variable is read and written only under the lock of the store's domain.
  enum Work {
    /// Runs as a task, made by the function when its turn comes.
    case task(() -> Task<Void, Never>)
    /// Needs no task: an action is queued, effects are cancelled, a turn is awaited.
    case instant(() -> Void)
    case merge([EffectNode])
    case concatenate([EffectNode])
  }

  private enum Phase {
    case waiting
    case running
    case finished
  }

  var work: Work
  let scope: ScopeNode
  let names: [CancelID]
  let group: EffectGroup
  private let domain: SharedDomain
  /// Which action of the store has made it.
  private let action: UInt64
  /// Its place among what was made.
  private let number = Stamp.next()
  private unowned let host: any EffectHost
  /// What this is a part of; both let go of each other when they finish.
  private var parent: EffectNode?
  private var phase = Phase.waiting
  private(set) var isCancelled = false
  private var task: Task<Void, Never>?
  private var remaining = 0
  private var next = 0
  /// Actions that were sent and wait for a test to receive them.
  private var held = 0
  private(set) var hasEnded = false
  private var isAbandoned = false

  init(
    work: Work, scope: ScopeNode, names: [CancelID], group: EffectGroup, domain: SharedDomain,
    host: any EffectHost
  ) {
    self.work = work
    self.scope = scope
    self.names = names
    self.group = group
    self.domain = domain
    self.host = host
    action = host.actions
    switch work {
    case .task, .instant:
      scope.register(self, names: names)
      group.add(self)
    case .merge(let nodes), .concatenate(let nodes):
      remaining = nodes.count
      for node in nodes { node.parent = self }
    }
  }

  /// Whether another node is this one or a part of it.
  func contains(_ other: EffectNode) -> Bool {
    var node: EffectNode? = other
    while let current = node {
      if current === self { return true }
      node = current.parent
    }
    return false
  }

  /// Whether it comes after another part of one action's effects, and has not begun: to cancel a name
  /// and then begin under it cancels only what there was before.
  func isToFollow(_ other: EffectNode) -> Bool {
    // mutant cancel-spares-later:
    //   `phase == .waiting && action == other.action && number > other.number`
    //   -> `false` (EffectOrderTests)
    phase == .waiting && action == other.action && number > other.number
  }

  /// Starts the work, once the turn that made it is over.
  func begin() {
    guard phase == .waiting else { return }
    phase = .running
    switch work {
    case .task(let make):
      host.effectDidBegin()
      // Keeps the host: a node that is to start belongs to a store that is being asked.
      domain.deferred.append { [host] in self.start(make, host: host) }
    case .instant(let perform):
      perform()
    case .merge(let nodes):
      for node in nodes { node.begin() }
      if nodes.isEmpty { finish() }
    case .concatenate(let nodes):
      beginNext(of: nodes)
      if nodes.isEmpty { finish() }
    }
  }

  /// The task is made here, after the lock was released, unless the effect was cancelled meanwhile.
  private func start(_ make: () -> Task<Void, Never>, host: any EffectHost) {
    domain.withLock {
      // mutant register-before-start:
      //   `if isCancelled { end() } else { task = make() }` -> `task = make()` (EffectTests)
      if isCancelled { end() } else { task = make() }
    }
  }

  /// Ends the work: what has not started never starts, and what it sends is no longer delivered.
  func cancel() {
    guard !isCancelled, phase != .finished else { return }
    isCancelled = true
    switch work {
    case .task, .instant:
      scope.unregister(self, names: names)
      if let task { domain.deferred.append { task.cancel() } }
      if phase == .waiting { finish() }
      // Nothing else ends it: it has no task.
      if case .instant = work { end() }
    case .merge(let nodes), .concatenate(let nodes):
      for node in nodes { node.cancel() }
    }
  }

  /// The work has ended by itself.
  func end() {
    guard phase == .running, !hasEnded else { return }
    hasEnded = true
    if case .task = work, !isAbandoned { host.effectDidEnd() }
    finishIfDone()
  }

  /// Whether a task of this effect runs.
  var isWorking: Bool {
    if case .task = work { phase == .running && !hasEnded && !isAbandoned } else { false }
  }

  /// The store does not wait for the effect any more, though its task may go on.
  func abandon() {
    guard isWorking else { return }
    cancel()
    isAbandoned = true
    host.effectDidEnd()
  }

  /// Keeps the effect registered for an action that it has sent and that nobody has received yet.
  package func hold() { held += 1 }

  package func release() {
    held -= 1
    finishIfDone()
  }

  private func finishIfDone() {
    guard hasEnded, held == 0, phase == .running else { return }
    if !isCancelled { scope.unregister(self, names: names) }
    finish()
  }

  private func finish() {
    phase = .finished
    switch work {
    case .task, .instant: group.remove(self)
    case .merge, .concatenate: break
    }
    work = .instant({})
    task = nil
    let parent = parent
    self.parent = nil
    parent?.partDidFinish()
  }

  private func partDidFinish() {
    remaining -= 1
    if remaining == 0 {
      if phase != .finished { finish() }
    } else if phase == .running, case .concatenate(let nodes) = work {
      beginNext(of: nodes)
    }
  }

  /// Begins the first part that has not ended, unless it runs already; those that were cancelled
  /// while they waited have ended.
  private func beginNext(of nodes: [EffectNode]) {
    while next < nodes.count && nodes[next].phase == .finished { next += 1 }
    if next < nodes.count { nodes[next].begin() }
  }
}
