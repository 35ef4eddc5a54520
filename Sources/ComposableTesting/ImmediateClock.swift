import Composable

/// A clock on which nobody waits: sleeping moves it and returns at once.
public final class ImmediateClock: Clock, @unchecked Sendable {
  // Sendable: `current` is read and written only under the lock.
  public typealias Instant = TestClock.Instant

  private let lock = RecursiveLock()
  private var current = Instant()

  public init() {}

  public var now: Instant { lock.withLock { current } }

  public var minimumResolution: Duration { .zero }

  /// Moves the clock to the deadline.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    lock.withLock { current = max(current, deadline) }
    // A loop over this clock gives way to others, one of which may cancel it.
    await Task.yield()
  }
}
