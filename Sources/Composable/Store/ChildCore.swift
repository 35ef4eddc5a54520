/// A store's view of a part of another store's state.
///
/// A class, so that the part's type does not show in the store's; each way to a part is a subclass.
@usableFromInline
class ChildCore<State: Sendable, Action: Sendable>: @unchecked Sendable {
  // Sendable: this class has only constants; what subclasses add says why it may be shared.
  let domain: SharedDomain

  init(domain: SharedDomain) { self.domain = domain }

  @usableFromInline
  func send(_ action: Action) -> StoreTask { preconditionFailure("Each subclass sends.") }

  @usableFromInline
  func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
    preconditionFailure("Each subclass reads.")
  }

  var isIdle: Bool { preconditionFailure("Each subclass asks its store.") }

  func sequence<Value: Sendable>(
    of projection: @escaping @Sendable (State) -> Value,
    isSame: (@Sendable (Value, Value) -> Bool)?
  ) -> StateSequence<Value> {
    preconditionFailure("Each subclass observes.")
  }
}
