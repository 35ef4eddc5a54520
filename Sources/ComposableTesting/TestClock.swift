import Composable

/// A clock that only a test moves.
///
/// It says to the store which effects wait for it, so that a test that waits for such an effect
/// fails at once instead of waiting.
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

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
    let parking: EffectParking?
  }

  private let lock = SharedDomain()
  private var current = Instant()
  private var sleepers: [Sleeper] = []
  private var cancelled: Set<Int> = []
  private var lastID = 0

  public init() {}

  public var now: Instant { lock.withLock { current } }

  public var minimumResolution: Duration { .zero }

  /// How many sleep on the clock.
  public var sleeperCount: Int { lock.withLock { sleepers.count } }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = lock.withLock {
      lastID += 1
      return lastID
    }
    let parking = DependencyValues.current.parking
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = lock.withLock {
          if cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if deadline <= current { return .success(()) }
          sleepers.append(
            Sleeper(id: id, deadline: deadline, continuation: continuation, parking: parking))
          return nil
        }
        if let result { continuation.resume(with: result) } else { parking?.park() }
      }
    } onCancel: {
      let sleeper = lock.withLock {
        guard let position = sleepers.firstIndex(where: { $0.id == id }) else {
          cancelled.insert(id)
          return nil as Sleeper?
        }
        return sleepers.remove(at: position)
      }
      guard let sleeper else { return }
      sleeper.parking?.unpark()
      sleeper.continuation.resume(throwing: CancellationError())
    }
    lock.withLock { _ = cancelled.remove(id) }
  }

  /// Moves the clock, and wakes in order who sleeps until then.
  public func advance(by duration: Duration) async {
    let target = now.advanced(by: duration)
    await settle()
    while let sleeper = takeFirst(until: target) {
      sleeper.parking?.unpark()
      sleeper.continuation.resume()
      // Who was woken may sleep again, before the target.
      await settle()
    }
    lock.withLock { current = max(current, target) }
    await settle()
  }

  private func takeFirst(until target: Instant) -> Sleeper? {
    lock.withLock {
      let due = sleepers.indices.min { sleepers[$0].deadline < sleepers[$1].deadline }
      guard let due, sleepers[due].deadline <= target else { return nil }
      current = max(current, sleepers[due].deadline)
      return sleepers.remove(at: due)
    }
  }

  /// Lets woken tasks come to their next wait.
  private func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }
}
