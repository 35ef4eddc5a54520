/// A value that is looked up once, for each overlay of dependencies.
final class KeptDependency<Value: Sendable>: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock.
  private let lock = RecursiveLock()
  private var kept: Value?
  /// By the number of the overlay.
  private var underOverlays: [UInt64: Value] = [:]

  func value(under overlay: UInt64?, or look: () -> Value) -> Value {
    if let known = known(under: overlay) { return known }
    // Not under the lock: a value may take other locks while it is made, and who holds one of those
    // may wait for this. Of two that are made at the same time the first is kept.
    let value = look()
    return lock.withLock {
      if let known = known(under: overlay) { return known }
      if let overlay { underOverlays[overlay] = value } else { kept = value }
      return value
    }
  }

  private func known(under overlay: UInt64?) -> Value? {
    lock.withLock { if let overlay { underOverlays[overlay] } else { kept } }
  }
}
