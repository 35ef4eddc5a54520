/// A property of a shared value.
final class PropertyPart<Whole: Sendable, Value: Sendable>: SharedPart<Value>, @unchecked Sendable {
  // Sendable: only constants of Sendable types.
  private let whole: Shared<Whole>
  private let path: any WritableKeyPath<Whole, Value> & Sendable

  init(of whole: Shared<Whole>, at path: any WritableKeyPath<Whole, Value> & Sendable) {
    self.whole = whole
    self.path = path
    super.init(domain: whole.domain)
  }

  override func beginChange() { whole.beginChange() }

  override func endChange() { whole.endChange() }

  override var value: Value {
    _read { yield whole.current[keyPath: path] }
    _modify { yield &whole.current[keyPath: path] }
  }

  override func isSame(as other: SharedPart<Value>) -> Bool {
    guard let other = other as? PropertyPart else { return false }
    return whole.isSame(as: other.whole) && path == other.path
  }
}
