/// A property of a shared value that is only read; only a `SharedReader` holds one.
final class ReadingPart<Whole: Sendable, Value: Sendable>: SharedPart<Value>, @unchecked Sendable {
  // Sendable: only constants of Sendable types.
  private let whole: Shared<Whole>
  private let path: any KeyPath<Whole, Value> & Sendable

  init(of whole: Shared<Whole>, at path: any KeyPath<Whole, Value> & Sendable) {
    self.whole = whole
    self.path = path
    super.init(domain: whole.domain)
  }

  override var value: Value {
    _read { yield whole.current[keyPath: path] }
    _modify { preconditionFailure("A SharedReader does not change its value.") }
  }

  override func isSame(as other: SharedPart<Value>) -> Bool {
    guard let other = other as? ReadingPart else { return false }
    return whole.isSame(as: other.whole) && path == other.path
  }
}
