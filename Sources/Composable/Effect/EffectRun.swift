/// An asynchronous piece of work that may send actions.
@usableFromInline
struct EffectRun<Action: Sendable>: Sendable {
  let priority: TaskPriority?
  let place: CallSite
  let operation: @Sendable (Send<Action>) async -> Void

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectRun<Other> {
    EffectRun<Other>(priority: priority, place: place) { send in
      await operation(Send { send(transform($0)) })
    }
  }

  /// Waits, and sends nothing.
  static func sleep<C: Clock & Sendable>(
    for delay: C.Duration, on clock: C, at place: CallSite
  ) -> Self where C.Duration: Sendable {
    EffectRun(priority: nil, place: place) { _ in
      // The wait ends early only when the effect is cancelled, and then nothing follows.
      try? await clock.sleep(for: delay)
    }
  }
}
