/// The time after an effect has begun in which no other one of its name may; guarded by the lock of
/// the store's domain.
final class ThrottleInterval: @unchecked Sendable {
  // Sendable: `waiting` is read and written only under the lock of the store's domain.
  /// An effect that is registered and waits for its turn.
  struct Waiting {
    /// Ends when the turn has come, and the effect that is concatenated to it begins.
    let gate: EffectNode
    let effect: EffectNode

    func begin() { gate.end() }

    func drop() {
      effect.cancel()
      gate.cancel()
    }
  }

  /// Lasts as long as the interval.
  let timer: EffectNode
  private var waiting: Waiting?

  init(timer: EffectNode) { self.timer = timer }

  /// Keeps one of the effects that come within the interval.
  func add(_ effect: Waiting, latest: Bool) {
    if let known = waiting, !known.gate.isCancelled {
      guard latest else { return effect.drop() }
      known.drop()
    }
    waiting = effect
  }

  /// The effect that waits, when it is still wanted.
  func takeWaiting() -> Waiting? {
    defer { waiting = nil }
    return waiting.flatMap { $0.gate.isCancelled ? nil : $0 }
  }
}
