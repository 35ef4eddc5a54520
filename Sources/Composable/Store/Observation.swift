/// Tells a stream of changes to what it takes out of a state; guarded by the domain's lock.
final class Observation<State, Value: Sendable & Equatable>: @unchecked Sendable {
  // Sendable: `last` is read and written only under the lock of the store's domain.
  private let projection: @Sendable (State) -> Value
  private let continuation: AsyncStream<Value>.Continuation
  private var last: Value?

  init(
    projection: @escaping @Sendable (State) -> Value, continuation: AsyncStream<Value>.Continuation
  ) {
    self.projection = projection
    self.continuation = continuation
  }

  func stateDidChange(_ state: State, in domain: SharedDomain) {
    let value = projection(state)
    guard value != last else { return }
    last = value
    domain.deferred.append { [continuation] in continuation.yield(value) }
  }
}
