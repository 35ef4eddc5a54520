/// A clock on which nobody waits: sleeping moves it and returns at once.
public final class ImmediateClock: Clock, Sendable {
  private let clock = TestClock()

  public typealias Instant = TestClock.Instant

  public init() {}

  public var now: Instant { clock.now }

  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    await clock.advance(by: now.duration(to: deadline))
  }
}
