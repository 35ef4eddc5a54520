/// The identity of one `Scope` or `forEach` in a compiled reducer.
@usableFromInline
struct ScopeID: Hashable, Sendable {
  private let value: UInt64

  @usableFromInline
  init() { value = Stamp.next() }
}
