/// The value of an optional shared value.
///
/// When it becomes nil, reading gives what was there last, and a change is dropped and reported.
final class OptionalPart<Value: Sendable>: SharedPart<Value>, @unchecked Sendable {
  // Sendable: `last` is read and written only under the lock of the domain.
  private let whole: Shared<Value?>
  private let place: CallSite
  private var last: Value

  /// - Returns: nil when there is no value.
  init?(of whole: Shared<Value?>, at place: CallSite) {
    guard let value = whole.read({ copy $0 }) else { return nil }
    self.whole = whole
    self.place = place
    last = value
    super.init(domain: whole.domain)
  }

  override func beginChange() { whole.beginChange() }

  override func endChange() { whole.endChange() }

  override var value: Value {
    _read {
      if let value = whole.current { last = value }
      yield last
    }
    _modify {
      let isThere = whole.current != nil
      if let value = whole.current { last = value }
      defer { if isThere { whole.current = last } else { reportGone() } }
      yield &last
    }
  }

  override func isSame(as other: SharedPart<Value>) -> Bool {
    (other as? OptionalPart).map { whole.isSame(as: $0.whole) } ?? false
  }

  private func reportGone() {
    IssueReporting.report(
      """
      A shared value was changed when there was none any more, and the change was dropped.

        Value: \(Value.self)

      Likely causes: a reference to the value of an optional was kept when the optional became nil.

      Let the reference go with the value, or change the optional itself.
      """, at: place)
  }
}
