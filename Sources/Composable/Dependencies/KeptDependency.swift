/// A value that is looked up once, for each overlay of dependencies.
final class KeptDependency<Value: Sendable>: @unchecked Sendable {
  // Sendable: the variables are read and written only under the lock.
  private let lock = RecursiveLock()
  private var kept: Value?
  /// By the number of the overlay.
  private var underOverlays: [UInt64: Value] = [:]

  func value(under overlay: UInt64?, or look: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let known = overlay.map({ underOverlays[$0] }) ?? kept { return known }
    let value = look()
    if let overlay { underOverlays[overlay] = value } else { kept = value }
    return value
  }
}
