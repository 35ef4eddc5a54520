/// What belongs together: the shared values of one library, and the stores whose features use them.
///
/// A domain has one recursive lock. A store holds it for the whole turn of an action, and the writer
/// of a shared value takes what has changed under it. So what an action changes is seen and saved
/// whole or not at all, and there is no order of locks to get wrong. Nothing waits under the lock.
public final class SharedDomain: @unchecked Sendable {
  // Sendable: every stored variable is read and written only between `enter` and `leave`.
  @usableFromInline let lock = RecursiveLock()
  @usableFromInline var depth = 0
  /// Whether an action is being reduced; true is only ever seen by the thread that reduces it.
  @usableFromInline var isInTurn = false
  /// What was sent from inside an action, in order.
  @usableFromInline var queue: [() -> Void] = []
  /// What may only happen once the lock is released: starting tasks, cancelling them, telling
  /// observers.
  @usableFromInline package var deferred: [() -> Void] = []
  /// Grows with each change of a state or of a shared value.
  @usableFromInline var version: UInt64 = 0
  /// How often a shared value has changed.
  @usableFromInline var sharedChanges: UInt64 = 0
  /// Who waits for the next change.
  @usableFromInline var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
  /// Who keeps the old values of what an action changes; set while a test reduces one.
  package var tracker: SharedTracker? { didSet { updateObservation() } }
  /// Who keeps the old values of what changes outside of any action that a test reduces.
  package var outsideTracker: SharedTracker? { didSet { updateObservation() } }
  @usableFromInline var observesChanges = false
  /// Whether a test's expectation is being run on old values, which are not to be saved.
  @usableFromInline var isAsserting = false

  /// The shared values of this domain that have a key.
  var references: [String: WeakReference] = [:]
  /// The shared values of this domain that are kept without being saved.
  var kept: [String: AnyObject] = [:]
  /// What writes to each medium.
  var writers: [String: WeakReference] = [:]

  /// The domain of what is made without saying where it belongs.
  static let standard = SharedDomain()

  public init() {}

  @inlinable
  func enter() {
    lock.lock()
    depth += 1
  }

  @inlinable
  func leave() {
    depth -= 1
    if depth == 0 && !deferred.isEmpty {
      leaveAndRunDeferred()
    } else {
      lock.unlock()
    }
  }

  @usableFromInline
  func leaveAndRunDeferred() {
    let work = deferred
    deferred = []
    lock.unlock()
    for step in work { step() }
  }

  /// Something has changed; called under the lock.
  @inlinable
  func didChange() {
    version &+= 1
    if !waiting.isEmpty { wakeWaiting() }
  }

  private func updateObservation() {
    observesChanges = tracker != nil || outsideTracker != nil
  }

  @inlinable
  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    enter()
    defer { leave() }
    return try body()
  }

  /// Begins a turn; false when one runs already, and what is asked for must be queued.
  @inlinable
  func beginTurn() -> Bool {
    if isInTurn { return false }
    isInTurn = true
    return true
  }

  /// Queues something for a turn of its own; called under the lock.
  ///
  /// Where no turn runs, such as at the end of an effect's work, one begins when the lock is released.
  @usableFromInline
  func enqueue(_ body: @escaping () -> Void) {
    queue.append(body)
    // mutant turn-after-work:
    //   `if isInTurn { return }` -> `if depth > 0 { return }` (EffectOrderTests)
    if isInTurn { return }
    deferred.append { self.withLock { if self.beginTurn() { self.endTurn() } } }
  }

  /// Does what was queued, and ends the turn.
  @inlinable
  func endTurn() {
    if !queue.isEmpty { drainQueue() }
    isInTurn = false
  }

  @usableFromInline
  func drainQueue() {
    var next = 0
    while next < queue.count {
      let body = queue[next]
      next += 1
      body()
    }
    queue.removeAll(keepingCapacity: next < 64)
  }
}
