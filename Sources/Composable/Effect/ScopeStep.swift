/// One step of the path from a store's root to the feature of an effect: through which operator, and
/// to which of its elements.
@usableFromInline
struct ScopeStep: Sendable {
  /// The element of a collection that a step leads to.
  @usableFromInline
  struct Element: Sendable {
    let id: CancelID
    let incarnation: UInt64
    /// The collection's last removal when the effect was made; what is removed later ends it.
    let stamp: UInt64
  }

  @usableFromInline let scope: ScopeID
  @usableFromInline let element: Element?
  /// Who an optional child is; another one in its place is another child.
  let identity: CancelID?

  @usableFromInline
  init(scope: ScopeID, identity: CancelID? = nil) {
    self.scope = scope
    self.identity = identity
    element = nil
  }

  @usableFromInline
  init(
    scope: ScopeID, element id: some Hashable & Sendable, incarnation: UInt64, stamp: UInt64
  ) {
    self.scope = scope
    identity = nil
    element = Element(id: CancelID(id), incarnation: incarnation, stamp: stamp)
  }
}
