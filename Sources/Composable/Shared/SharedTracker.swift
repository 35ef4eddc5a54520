/// A shared value that an action changes, with its old value; for tests.
@usableFromInline
protocol SharedChange: AnyObject {
  /// Exchanges the present value with the one that is kept.
  func exchange()
  /// The kept and the present value, when they differ.
  func difference() -> SharedDifference?
}

/// Keeps the old value of each shared value that changes while an action is reduced, so that a test
/// can say how it must have changed.
package final class SharedTracker {
  var changes: [ObjectIdentifier: any SharedChange] = [:]
  var order: [ObjectIdentifier] = []

  package init() {}

  func willChange<Value>(_ storage: SharedStorage<Value>) {
    let key = ObjectIdentifier(storage)
    guard changes[key] == nil else { return }
    changes[key] = KeptValue(storage)
    order.append(key)
  }

  /// Whether no shared value has changed.
  package var isEmpty: Bool { changes.isEmpty }

  /// Runs `body` on the old values, and tells where what it makes of them is not what is.
  ///
  /// The values are exchanged under the domain's lock, so nobody else sees it.
  package func differences(
    in domain: SharedDomain, afterAsserting body: () throws -> Void
  ) rethrows -> [SharedDifference] {
    domain.enter()
    defer { domain.leave() }
    let previous = domain.tracker
    domain.isAsserting = true
    domain.tracker = self
    exchangeAll()
    defer {
      domain.tracker = previous
      domain.isAsserting = false
    }
    do {
      try body()
    } catch {
      exchangeAll()
      throw error
    }
    exchangeAll()
    return order.compactMap { changes[$0]?.difference() }
  }

  /// Tells what is not as it was when it began to change, and forgets it.
  package func takeDifferences(in domain: SharedDomain) -> [SharedDifference] {
    domain.withLock {
      if order.isEmpty { return [] }
      defer { (changes, order) = ([:], []) }
      return order.compactMap { changes[$0]?.difference() }
    }
  }

  private func exchangeAll() {
    for key in order { changes[key]?.exchange() }
  }
}

/// A shared value that is not what it was, or not what it should be.
@usableFromInline
package struct SharedDifference {
  package let expected: any Sendable
  package let actual: any Sendable
  /// The effect that began the change; nil: it was no effect of a test.
  package let effect: CallSite?
}

/// The other value of a shared value: before an assertion the old one, after it the expected one.
final class KeptValue<Value: Sendable>: SharedChange {
  let storage: SharedStorage<Value>
  var kept: Value
  let effect = EffectParking.current?.place

  init(_ storage: SharedStorage<Value>) {
    self.storage = storage
    kept = storage.value
  }

  func exchange() { swap(&storage.value, &kept) }

  func difference() -> SharedDifference? {
    func isEqual<Known: Equatable>(_ value: Known) -> Bool { value == (storage.value as? Known) }
    if let known = kept as? any Equatable, isEqual(known) { return nil }
    return SharedDifference(expected: kept, actual: storage.value, effect: effect)
  }
}
