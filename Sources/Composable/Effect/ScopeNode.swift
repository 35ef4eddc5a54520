/// A feature that has effects, in the tree of features of one store; guarded by the store's lock.
///
/// Effects are registered here in the turn that makes them, before any task exists. The tree holds
/// only what has effects, so it is empty when the store is idle.
@usableFromInline
final class ScopeNode: @unchecked Sendable {
  // Sendable: every variable is read and written only under the lock of the store's domain.

  /// The elements of one collection that have effects.
  @usableFromInline
  final class Elements: @unchecked Sendable {
    // Sendable: as for the node.
    /// The last removal of the collection that has been looked at.
    @usableFromInline var cursor: UInt64
    @usableFromInline var nodes: [CancelID: ScopeNode] = [:]
    /// The element whose effect is about to deliver an action; it is looked at in any case.
    @usableFromInline var focus: CancelID?

    init(cursor: UInt64) { self.cursor = cursor }
  }

  private(set) weak var parent: ScopeNode?
  private let step: ScopeStep?
  private var scopes: [ScopeID: ScopeNode] = [:]
  @usableFromInline private(set) var collections: [ScopeID: Elements] = [:]
  private var effects: [ObjectIdentifier: EffectNode] = [:]
  /// The named effects of this feature and of those below it.
  private var named: [CancelID: [ObjectIdentifier: EffectNode]] = [:]

  /// The intervals of this feature's throttled effects; each has an effect of its own here.
  var intervals: [CancelID: ThrottleInterval] = [:]

  init(parent: ScopeNode? = nil, step: ScopeStep? = nil) {
    self.parent = parent
    self.step = step
  }

  /// Whether no effect is registered here or below.
  @usableFromInline
  var isEmpty: Bool { effects.isEmpty && scopes.isEmpty && collections.isEmpty }

  // MARK: Finding

  /// The feature that a step leads to, made when it is not there yet.
  func child(_ step: ScopeStep) -> ScopeNode {
    guard let element = step.element else {
      if let known = scopes[step.scope] {
        if known.step?.identity == step.identity { return known }
        known.cancelAll()
      }
      let node = ScopeNode(parent: self, step: step)
      scopes[step.scope] = node
      return node
    }
    if let known = collections[step.scope]?.nodes[element.id] {
      if known.step?.element?.incarnation == element.incarnation { return known }
      known.cancelAll()
    }
    let node = ScopeNode(parent: self, step: step)
    let elements = collections[step.scope] ?? Elements(cursor: element.stamp)
    collections[step.scope] = elements
    elements.nodes[element.id] = node
    return node
  }

  @usableFromInline
  func scope(_ id: ScopeID) -> ScopeNode? { scopes[id] }

  @usableFromInline
  var incarnation: UInt64? { step?.element?.incarnation }

  @usableFromInline
  var identity: CancelID? { step?.identity }

  /// Asks that the elements on the path to this feature are looked at.
  func focusPath() {
    if let step, let element = step.element { parent?.collections[step.scope]?.focus = element.id }
    parent?.focusPath()
  }

  /// Whether features below this one have effects.
  @usableFromInline
  var hasScopes: Bool { !scopes.isEmpty || !collections.isEmpty }

  // MARK: Registering

  func register(_ effect: EffectNode, names: [CancelID]) {
    let key = ObjectIdentifier(effect)
    effects[key] = effect
    var node: ScopeNode? = names.isEmpty ? nil : self
    while let current = node {
      // mutant cancellation-per-store:
      //   `for name in names { current.named[name, default: [:]][key] = effect }`
      //   -> `for _ in names {}` (EffectTests)
      for name in names { current.named[name, default: [:]][key] = effect }
      node = current.parent
    }
  }

  func unregister(_ effect: EffectNode, names: [CancelID]) {
    let key = ObjectIdentifier(effect)
    effects[key] = nil
    // mutant waits-of-one-store:
    //   `for name in names where intervals[name]?.timer === effect { intervals[name] = nil }`
    //   -> `` (DebounceTests)
    for name in names where intervals[name]?.timer === effect { intervals[name] = nil }
    var node: ScopeNode? = names.isEmpty ? nil : self
    while let current = node {
      for name in names {
        current.named[name]?[key] = nil
        if current.named[name]?.isEmpty == true { current.named[name] = nil }
      }
      node = current.parent
    }
    leaveIfEmpty()
  }

  /// Lets go of a feature without effects.
  private func leaveIfEmpty() {
    guard isEmpty, let parent, let step else { return }
    if let element = step.element {
      let elements = parent.collections[step.scope]
      if elements?.nodes[element.id] === self { elements?.nodes[element.id] = nil }
      if elements?.nodes.isEmpty == true { parent.collections[step.scope] = nil }
    } else if parent.scopes[step.scope] === self {
      parent.scopes[step.scope] = nil
    }
    parent.leaveIfEmpty()
  }

  // MARK: Cancelling

  /// Ends the effects with a name, here and below.
  func cancel(_ name: CancelID, except: (EffectNode) -> Bool = { _ in false }) {
    guard let matching = named[name]?.values else { return }
    for effect in Array(matching) where !except(effect) { effect.cancel() }
  }

  /// Ends every effect here and below.
  @usableFromInline
  func cancelAll() {
    for effect in Array(effects.values) { effect.cancel() }
    for node in Array(scopes.values) { node.cancelAll() }
    for elements in Array(collections.values) {
      for node in Array(elements.nodes.values) { node.cancelAll() }
    }
  }
}
