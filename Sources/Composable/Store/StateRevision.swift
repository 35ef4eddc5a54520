/// Tells one state of a store from another, without comparing them.
@usableFromInline
struct StateRevision: Equatable, Sendable {
  /// How many actions the store has reduced.
  let actions: UInt64
  /// How often a shared value of the domain has changed.
  let sharedChanges: UInt64
}
