/// A value that several features see; all of its variables are guarded by its domain's lock.
@usableFromInline
final class SharedStorage<Value: Sendable>: @unchecked Sendable {
  // Sendable: the variables are read and written only between `domain.enter` and `domain.leave`.
  @usableFromInline let domain: SharedDomain
  @usableFromInline var value: Value
  /// The `forEach` whose child has one of the value's elements for the moment.
  @usableFromInline var lender: CallSite?
  /// Told, under the lock, of every change.
  @usableFromInline var onChange: (() -> Void)?
  /// Puts another value in place, for a value that is saved.
  @usableFromInline var onAssign: ((Value) -> Void)?
  /// What saves the value.
  var persistence: AnyObject?

  @usableFromInline
  init(value: Value, domain: SharedDomain) {
    self.value = value
    self.domain = domain
  }

  @inlinable
  func beginChange() {
    domain.enter()
    if domain.observesChanges { observeChange() }
  }

  @inlinable
  func endChange() {
    if let onChange, !domain.isAsserting { onChange() }
    domain.sharedChanges &+= 1
    domain.didChange()
    domain.leave()
  }

  @inlinable
  func assign(_ other: Value) {
    if let onAssign, !domain.isAsserting { onAssign(other) } else { value = other }
  }

  @usableFromInline
  func observeChange() {
    (domain.tracker ?? domain.outsideTracker)?.willChange(self)
  }

  @usableFromInline
  func reportReadWhileLent(_ lender: CallSite) {
    IssueReporting.report(
      """
      A child reducer read the collection that it is an element of, while it runs.

        Value: \(Value.self)

      Likely causes: the child looks for its siblings, or an observer reads the collection in the \
      middle of an action.

      What a child needs of its siblings comes to it in its action or in its state; what concerns \
      several elements belongs in the parent's reducer.
      """, at: lender)
  }
}
