public import Composable

/// A clock that only a test moves.
///
/// ```swift
/// let clock = TestClock()
/// let store = TestStore(initialState: Search.State()) { Search() } withDependencies: {
///   $0.continuousClock = clock
/// }
/// store.send(.queryChanged("tolkien")) { $0.query = "tolkien" }
/// await clock.advance(by: .milliseconds(300))
/// await store.receive(.response) { … }
/// ```
///
/// It says to the store which effects wait for it, so that a test that waits for such an effect
/// fails at once instead of waiting.
///
/// **What `advance` waits for.** Before it wakes anyone, and each time when it has, it waits until
/// no effect of the test's stores can go on: each waits for this clock, or for something outside.
/// So an effect that sleeps again is woken again on the way, at its own time. What an effect waits
/// for outside of the test (an actor with an executor of its own, a thread, a `Task { }` that it
/// made) is not waited for; `receive` waits for that.
///
/// Of a task that is no effect, the clock knows only that it sleeps. `advance` returns once such a
/// task has been woken and runs; whether it has come to its next sleep nobody can say. Ask for it
/// with `waitForSleepers`, and move the clock one sleep at a time.
public final class TestClock: Clock, @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock.
  /// A moment of a test's clock, as the time since the clock was made.
  public struct Instant: InstantProtocol, Sendable {
    public let offset: Duration

    public init(offset: Duration = .zero) { self.offset = offset }

    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// Who sleeps on the clock.
  public struct Sleeper: Sendable, CustomStringConvertible {
    public let deadline: Instant
    /// Where the effect that sleeps was made; nil: a task that is no effect of a test's store.
    public let effect: CallSite?

    public var description: String {
      "\(effect?.shortName ?? "a task that is no effect") until \(deadline.offset)"
    }
  }

  private final class Sleeping: @unchecked Sendable {
    // Sendable: `wait` is written before the sleeper is known to anyone else; `continuation` and
    // `isCancelled` are read and written only under the clock's lock.
    let parking: EffectParking?
    var wait: Int?
    /// Whether `advance` can know that it runs only when it says so.
    let acknowledges: Bool
    var continuation: CheckedContinuation<Void, any Error>?
    /// Whether it was cancelled before or while it slept.
    var isCancelled = false

    init(parking: EffectParking?, acknowledges: Bool) {
      self.parking = parking
      self.acknowledges = acknowledges
    }
  }

  private let lock = RecursiveLock()
  private var current = Instant()
  private var sleeping = DeadlineQueue<Sleeping>()
  /// How many were woken and have not run yet.
  private var unacknowledged = 0
  private var waitingForAcknowledgement: [Wakeup] = []
  private var waitingForSleepers: [(count: Int, wakeup: Wakeup)] = []
  /// Where the effects run that have slept here.
  private var executors: [ObjectIdentifier: TestExecutor] = [:]

  public init() {}

  public var now: Instant { lock.withLock { current } }

  public var minimumResolution: Duration { .zero }

  /// How many sleep on the clock.
  public var sleeperCount: Int { lock.withLock { sleeping.count } }

  /// Who sleeps on the clock, in the order in which they will be woken.
  /// - Complexity: O(n log n)
  public var sleepers: [Sleeper] {
    lock.withLock {
      sleeping.inOrder.filter { !$0.sleeper.isCancelled }.map {
        Sleeper(deadline: Instant(offset: $0.deadline), effect: $0.sleeper.parking?.place)
      }
    }
  }

  // MARK: Sleeping

  /// Sleeps until a test has moved the clock that far.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    if deadline <= now { return }
    let parking = EffectParking.current
    let executor = parking?.executor as? TestExecutor
    // Without an executor of its own a task runs where nobody can see whether it does.
    let isOnPool = withUnsafeCurrentTask { $0?.unownedTaskExecutor == nil }
    let sleeper = Sleeping(parking: parking, acknowledges: isOnPool)
    if let executor { lock.withLock { executors[ObjectIdentifier(executor)] = executor } }
    try await withTaskCancellationHandler {
      // Not under this clock's lock: the store's is taken first where both are.
      sleeper.wait = parking?.park(until: deadline.offset)
      try await withCheckedThrowingContinuation { continuation in
        begin(sleeper, until: deadline, continuation)
      }
      acknowledge(sleeper)
    } onCancel: {
      cancel(sleeper)
    }
  }

  private func begin(
    _ sleeper: Sleeping, until deadline: Instant,
    _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let (result, told) = lock.withLock { () -> (Result<Void, any Error>?, [Wakeup]) in
      if sleeper.isCancelled { return (.failure(CancellationError()), []) }
      if deadline <= current {
        // Nobody has woken it, so nobody waits for a word of it.
        if sleeper.acknowledges { unacknowledged += 1 }
        return (.success(()), [])
      }
      sleeper.continuation = continuation
      sleeping.insert(sleeper, until: deadline.offset)
      return (nil, takeSatisfied())
    }
    for wakeup in told { wakeup.happen() }
    if let result {
      if let wait = sleeper.wait { sleeper.parking?.unpark(wait) }
      continuation.resume(with: result)
    }
  }

  private func takeSatisfied() -> [Wakeup] {
    if waitingForSleepers.isEmpty { return [] }
    let satisfied = waitingForSleepers.filter { $0.count <= sleeping.count }.map(\.wakeup)
    waitingForSleepers.removeAll { $0.count <= sleeping.count }
    return satisfied
  }

  private func cancel(_ sleeper: Sleeping) {
    let continuation = lock.withLock {
      sleeper.isCancelled = true
      let continuation = sleeper.continuation.take()
      // mutant cancelled-sleepers-not-counted:
      //   `if continuation != nil { sleeping.didCancel { $0.isCancelled } }` -> `` (TestClockTests)
      if continuation != nil { sleeping.didCancel { $0.isCancelled } }
      return continuation
    }
    guard let continuation else { return }
    if let wait = sleeper.wait { sleeper.parking?.unpark(wait) }
    continuation.resume(throwing: CancellationError())
  }

  private func acknowledge(_ sleeper: Sleeping) {
    guard sleeper.acknowledges else { return }
    let told = lock.withLock {
      unacknowledged -= 1
      return unacknowledged == 0 ? waitingForAcknowledgement.takeAll() : []
    }
    for wakeup in told { wakeup.happen() }
  }

  // MARK: Moving

  /// Moves the clock, and wakes in order who sleeps until then; those of one deadline together.
  /// - Parameter duration: how far.
  /// - Complexity: O(k log n) for k that are woken of n that sleep; O(k) when they share a deadline
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Moves the clock to a moment, and wakes in order who sleeps until then.
  /// - Parameter moment: where to; one that is past moves nothing.
  public func advance(to moment: Instant) async {
    // mutant clock-settles-first:
    //   `    await settle()⏎    // Who was woken may sleep again`
    //   -> `    // Who was woken may sleep again` (TestClockTests)
    await settle()
    // Who was woken may sleep again, before the target.
    while wakeNext(until: moment) { await settle() }
    lock.withLock { current = max(current, moment) }
  }

  /// Moves the clock until nobody sleeps on it.
  ///
  /// Do not use it with an effect that sleeps for ever again: it ends only when its task is
  /// cancelled.
  public func run() async {
    await settle()
    while !Task.isCancelled, wakeNext(until: nil) { await settle() }
  }

  /// Waits until so many sleep on the clock; for tasks that are no effects, of which the clock cannot
  /// know whether they are about to.
  /// - Parameter count: how many at least.
  public func waitForSleepers(_ count: Int = 1) async {
    let wakeup = Wakeup()
    let isDone = lock.withLock {
      if sleeping.count < count { waitingForSleepers.append((count, wakeup)) }
      return sleeping.count >= count
    }
    if !isDone { await wakeup.wait() }
  }

  /// Wakes those with the earliest deadline, and moves the clock there.
  /// - Returns: whether there was anyone.
  private func wakeNext(until target: Instant?) -> Bool {
    let due = lock.withLock { () -> [(Sleeping, CheckedContinuation<Void, any Error>?)] in
      let earliest = sleeping.takeEarliest(until: target?.offset) { $0.isCancelled }
      guard let earliest else { return [] }
      current = max(current, Instant(offset: earliest.deadline))
      return earliest.sleepers.map { sleeper in
        if sleeper.acknowledges { unacknowledged += 1 }
        return (sleeper, sleeper.continuation.take())
      }
    }
    // All are told first that they go on: one that runs already may look for the others.
    // mutant unpark-when-woken:
    //   `for (sleeper, _) in due { if let wait = sleeper.wait { sleeper.parking?.unpark(wait) } }`
    //   -> `` (TestClockTests)
    for (sleeper, _) in due { if let wait = sleeper.wait { sleeper.parking?.unpark(wait) } }
    for (_, continuation) in due { continuation?.resume() }
    return !due.isEmpty
  }

  /// Waits until who was woken runs, and no effect can go on.
  private func settle() async {
    let own = TestExecutor.known()
    var isSettled = false
    while !isSettled && !Task.isCancelled {
      isSettled = await acknowledgements()
      var executors = lock.withLock { self.executors }
      if let own { executors[ObjectIdentifier(own)] = own }
      for executor in executors.values {
        // An effect that moves the clock itself runs there, and would wait for itself for ever.
        let isOwn = executor.runsThisTask
        // mutant effect-moves-clock: `, !isOwn {` -> ` {` (TestClockTests)
        // mutant clock-waits-for-executor:
        //   `if await !executor.idle(), !isOwn { isSettled = false }`
        //   -> `_ = isOwn` (TestClockTests)
        if await !executor.idle(), !isOwn { isSettled = false }
      }
    }
  }

  /// - Returns: whether everyone who was woken ran already.
  private func acknowledgements() async -> Bool {
    let wakeup = Wakeup()
    let isDone = lock.withLock {
      if unacknowledged > 0 { waitingForAcknowledgement.append(wakeup) }
      return unacknowledged == 0
    }
    if !isDone { await wakeup.wait() }
    return isDone
  }
}

extension Array {
  fileprivate mutating func takeAll() -> Self {
    defer { self = [] }
    return self
  }
}
