/// Hands out turns at a steady rate, so that no burst reaches a server.
struct Pacer: Sendable {
  private struct State {
    /// The earliest moment of the next turn.
    var next = Duration.zero
    /// Nobody gets a turn before.
    var pauseEnd = Duration.zero
    var interval: Duration
  }

  /// A turn in a quarter of an hour; a slower source is of no use.
  private static let slowest = 1.0 / 900

  private let stopwatch: Stopwatch
  private let state: Locked<State>

  /// - Parameters:
  ///   - perSecond: turns a second; `.infinity`: no waiting.
  ///   - stopwatch: the time it goes by.
  init(perSecond: Double, stopwatch: Stopwatch) {
    state = Locked(State(interval: Self.interval(perSecond)))
    self.stopwatch = stopwatch
  }

  /// Hands out turns at another rate from now on.
  func pace(perSecond: Double) {
    let interval = Self.interval(perSecond)
    state { $0.interval = interval }
  }

  private static func interval(_ perSecond: Double) -> Duration {
    perSecond.isFinite ? .seconds(1 / max(perSecond, slowest)) : .zero
  }

  /// Waits for the next turn. Turns are given in the order in which they are asked for.
  /// - Throws: `CancellationError`; the turn is lost then.
  func turn() async throws {
    while true {
      let now = stopwatch.elapsed()
      let (moment, isTurn) = state { state in
        if state.pauseEnd > now { return (state.pauseEnd, false) }
        let moment = max(now, state.next)
        state.next = moment + state.interval
        return (moment, true)
      }
      if moment > now { try await stopwatch.sleep(for: moment - now) }
      try Task.checkCancellation()
      // Somebody may have asked for a pause while this one slept.
      if isTurn, state({ $0.pauseEnd <= moment }) { return }
    }
  }

  /// Gives nobody a turn for a while: the server asked for it.
  func pause(for duration: Duration) {
    let end = stopwatch.elapsed() + duration
    state { $0.pauseEnd = max($0.pauseEnd, end) }
  }
}
