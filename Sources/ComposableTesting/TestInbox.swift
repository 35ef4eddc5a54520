import Composable

/// What effects have sent and a test has not received yet; guarded by the lock of the store's domain.
final class TestInbox<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock of the store's domain.
  struct Entry {
    let action: Action
    let node: EffectNode
  }

  /// What a test waits for.
  enum Awaited {
    /// An action, or that no effect can send one any more.
    case action
    /// That every effect has ended or waits for a test's clock.
    case rest
    /// That the tasks of one sent action have ended, or every effect waits for a test's clock.
    case task(StoreTask)
  }

  let core: StoreCore<State, Action>
  private let executor: TestExecutor
  private var entries: [Entry] = []
  /// The test itself, and tasks that wait for the effects of one action.
  private var waiting: [(awaited: Awaited, wakeup: Wakeup)] = []
  private var isAskingExecutor = false

  init(core: StoreCore<State, Action>, executor: TestExecutor) {
    self.core = core
    self.executor = executor
    core.domain.withLock {
      core.inbox = { [unowned self] in
        entries.append(Entry(action: $0, node: $1))
        wakeIfDue()
      }
      core.activityDidChange = { [unowned self] in wakeIfDue() }
    }
  }

  func disconnect() {
    core.domain.withLock {
      core.inbox = nil
      core.activityDidChange = nil
    }
  }

  // MARK: Taking

  /// The actions that still may be delivered.
  var pending: [Action] {
    core.domain.withLock {
      if entries.isEmpty { return [] }
      dropDead()
      return entries.map { $0.action }
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

  // MARK: Waiting

  /// Waits until there is an action, or no effect can send one any more.
  /// - Returns: whether there is an action.
  func waitForAction() async -> Bool {
    while true {
      await wait(for: .action)
      let (isThere, isOver) = core.domain.withLock {
        // What was sent may be dropped here, and then another action may still come.
        dropDead()
        return (!entries.isEmpty, isDue(.action))
      }
      if isThere || isOver || Task.isCancelled { return isThere }
    }
  }

  /// Waits for something, without looking again and again: the store and the executor tell.
  func wait(for awaited: Awaited) async {
    let wakeup = Wakeup()
    let isDone = core.domain.withLock {
      if isDue(awaited) { return true }
      waiting.append((awaited, wakeup))
      return false
    }
    if !isDone { await wakeup.wait() }
  }

  /// Waits until no effect can go on without something from outside.
  func waitForIdleEffects() async { await executor.idle() }

  private func wakeIfDue() {
    if waiting.isEmpty { return }
    waiting.removeAll { awaited, wakeup in
      guard isDue(awaited) else { return false }
      core.domain.deferred.append { wakeup.happen() }
      return true
    }
  }

  private func isDue(_ awaited: Awaited) -> Bool {
    switch awaited {
    case .action: !entries.isEmpty || isResting
    case .rest: isResting
    // mutant task-awaited-without-receiving:
    //   `!task.isWorking || isResting` -> `isResting` (TestStoreTests)
    case .task(let task): !task.isWorking || isResting
    }
  }

  /// Whether every effect has ended, or waits for a test's clock with every part of it that runs in
  /// the test.
  private var isResting: Bool {
    if core.inFlight == 0 { return true }
    // mutant rest-needs-all-parked:
    //   `if core.parked < core.inFlight { return false }` -> `` (TestStoreTests)
    if core.parked < core.inFlight { return false }
    // An effect whose one part waits for the clock may have another one that works.
    if isAskingExecutor { return false }
    isAskingExecutor = true
    let isIdle = executor.isIdle { [weak self] in
      guard let self else { return }
      core.domain.withLock {
        self.isAskingExecutor = false
        self.wakeIfDue()
      }
    }
    if isIdle { isAskingExecutor = false }
    // mutant rest-needs-idle-executor:
    //   `    return isIdle⏎` -> `    return true⏎` (TestStoreTests|TestClockTests)
    return isIdle
  }

  // MARK: Effects

  /// An effect in flight.
  struct Flight {
    let place: CallSite
    /// Until when it waits for a test's clock; nil: it does not.
    let deadline: Duration?
  }

  /// How many effects are in flight.
  var inFlight: Int { core.domain.withLock { core.inFlight } }

  /// The effects in flight, by the place where they were made.
  var flights: [Flight] {
    core.domain.withLock {
      core.parkings.values
        .map { Flight(place: $0.place, deadline: $0.deadline) }
        .sorted {
          ($0.place.fileID, $0.place.line, $0.deadline ?? .zero)
            < ($1.place.fileID, $1.place.line, $1.deadline ?? .zero)
        }
    }
  }
}
