/// A part of a shared value, as a place of its own.
///
/// A class, so that the whole's type does not show in the part's; each way to a part is a subclass.
@usableFromInline
class SharedPart<Value: Sendable>: @unchecked Sendable {
  // Sendable: this class has only constants; what subclasses add says why it may be shared.
  @usableFromInline let domain: SharedDomain

  init(domain: SharedDomain) { self.domain = domain }

  @usableFromInline
  func beginChange() { preconditionFailure("Each subclass asks its whole.") }

  @usableFromInline
  func endChange() { preconditionFailure("Each subclass asks its whole.") }

  /// The part, under the lock.
  @usableFromInline
  var value: Value {
    _read { preconditionFailure("Each subclass reads.") }
    _modify { preconditionFailure("Each subclass changes.") }
  }

  /// Whether another part is the same place.
  func isSame(as other: SharedPart<Value>) -> Bool { self === other }
}
