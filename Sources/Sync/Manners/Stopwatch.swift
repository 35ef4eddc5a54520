/// A clock with its type put aside: time since it was made, and sleep.
struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  private let clock: any Clock<Duration>

  init(_ clock: any Clock<Duration>) {
    self.clock = clock
    elapsed = Self.elapsed(of: clock)
  }

  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  private static func elapsed<C: Clock<Duration>>(of clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
