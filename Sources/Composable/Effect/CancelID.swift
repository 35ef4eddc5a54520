/// The name of an effect, under which it can be cancelled.
@usableFromInline
struct CancelID: Hashable, @unchecked Sendable {
  // Sendable: the value that is wrapped was Sendable; AnyHashable only forgets that.
  let value: AnyHashable

  init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }

  /// Makes the name of the ID of a state; the state is Sendable, and so is what comes out of it.
  init(idOf state: some Identifiable) { value = AnyHashable(state.id) }
}
