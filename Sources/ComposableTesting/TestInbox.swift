import Composable

/// What effects have sent and a test has not received yet; guarded by the lock of the store's domain.
final class TestInbox<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock of the store's domain.
  struct Entry {
    let action: Action
    let node: EffectNode
  }

  private let core: StoreCore<State, Action>
  private var entries: [Entry] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init(core: StoreCore<State, Action>) {
    self.core = core
    core.domain.withLock {
      core.inbox = { [unowned self] in
        entries.append(Entry(action: $0, node: $1))
        wake()
      }
      core.activityDidChange = { [unowned self] in wake() }
    }
  }

  func disconnect() {
    core.domain.withLock {
      core.inbox = nil
      core.activityDidChange = nil
    }
  }

  private func wake() {
    guard let waiting else { return }
    self.waiting = nil
    core.domain.deferred.append { waiting.resume() }
  }

  /// The actions that still may be delivered.
  var pending: [Action] {
    core.domain.withLock {
      dropDead()
      return entries.map(\.action)
    }
  }

  func takeFirst() -> Entry? {
    core.domain.withLock {
      dropDead()
      return entries.isEmpty ? nil : entries.removeFirst()
    }
  }

  /// Drops what was sent by effects that have been cancelled, or whose feature is gone.
  private func dropDead() {
    entries.removeAll { entry in
      if core.isAlive(entry.node) { return false }
      entry.node.release()
      return true
    }
  }

  /// Waits until there is an action, or no effect can send one any more.
  /// - Returns: whether there is an action.
  func waitForAction() async -> Bool {
    await wait { !self.entries.isEmpty || $0 }
    return core.domain.withLock {
      dropDead()
      return !entries.isEmpty
    }
  }

  /// Waits until no effect is in flight, or all that are wait for a test's clock.
  func waitForEffects() async { await wait { $0 } }

  /// - Parameter isDone: is told whether every effect has ended or waits for a test's clock.
  private func wait(until isDone: (Bool) -> Bool) async {
    // An effect whose one part waits for the clock may have other parts that work.
    var patience = 64
    while true {
      let isResting = core.domain.withLock {
        dropDead()
        return core.inFlight <= core.parked
      }
      let isParked = core.domain.withLock { core.parked > 0 }
      if core.domain.withLock({ isDone(isResting) }) {
        if !isResting || !isParked || patience == 0 || !pending.isEmpty { return }
        patience -= 1
        await Task.yield()
        continue
      }
      await withCheckedContinuation { continuation in
        let goesOn = core.domain.withLock {
          if isDone(core.inFlight <= core.parked) { return true }
          waiting = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    }
  }

  /// How many effects run, and how many of those wait for a test's clock.
  var effects: (inFlight: Int, parked: Int) {
    core.domain.withLock { (core.inFlight, core.parked) }
  }
}
