@testable import Sync

/// A clock on which no time passes but by sleeping, which takes none.
struct RecordingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Duration.zero
    var sleeps: [Duration] = []
  }

  private let state = Locked(State())

  var now: Instant { Instant(offset: state { $0.now }) }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How long each sleep was to be, in their order.
  var sleeps: [Duration] { state { $0.sleeps } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    state { state in
      state.sleeps.append(deadline.offset - state.now)
      state.now = max(state.now, deadline.offset)
    }
  }
}
