/// A value that is looked up once.
final class KeptDependency<Value: Sendable>: @unchecked Sendable {
  // Sendable: `kept` is read and written only under the lock.
  private let lock = RecursiveLock()
  private var kept: Value?

  func value(or look: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let kept { return kept }
    let value = look()
    kept = value
    return value
  }
}
