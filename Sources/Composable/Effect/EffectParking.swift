/// An effect in flight in a test: where it was made, and until when it waits for a test's clocks.
///
/// A test's clock says here that the effect waits for it, so that a test need not guess.
package final class EffectParking: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock of the store's domain.
  /// The effect whose work this task does.
  @TaskLocal package static var current: EffectParking?

  let node: EffectNode
  /// Where the effect was made.
  package let place: CallSite
  /// Where the effect runs.
  package let executor: any TaskExecutor
  private let domain: SharedDomain
  /// Until when each part of the effect that waits does so, as a time of its clock.
  private var waits: [Int: Duration] = [:]
  private var lastWait = 0
  /// Told by how many the count of effects that wait changes; nil once the effect has ended.
  private var countDidChange: ((Int) -> Void)?

  init(
    node: EffectNode, place: CallSite, executor: any TaskExecutor, domain: SharedDomain,
    countDidChange: @escaping (Int) -> Void
  ) {
    self.node = node
    self.place = place
    self.executor = executor
    self.domain = domain
    self.countDidChange = countDidChange
  }

  /// Does the work of an effect; no effect of another store is then asked for, whose work it is in.
  nonisolated(nonsending) static func withCurrent(
    _ parking: EffectParking?, do work: nonisolated(nonsending) () async -> Void
  ) async {
    if parking === current {
      await work()
    } else {
      await $current.withValue(parking, operation: work)
    }
  }

  /// A part of the effect begins to wait for a clock that only the test moves.
  /// - Returns: what `unpark` is to be given.
  package func park(until time: Duration) -> Int {
    domain.withLock {
      lastWait += 1
      waits[lastWait] = time
      if waits.count == 1 { countDidChange?(1) }
      return lastWait
    }
  }

  /// The part goes on.
  package func unpark(_ wait: Int) {
    domain.withLock {
      if waits.removeValue(forKey: wait) != nil && waits.isEmpty { countDidChange?(-1) }
    }
  }

  /// The effect has ended; a task that it left behind counts no more.
  func end() {
    if !waits.isEmpty { countDidChange?(-1) }
    countDidChange = nil
  }

  /// The next time for which a part of the effect waits; nil: none does.
  package var deadline: Duration? { waits.values.min() }
}
