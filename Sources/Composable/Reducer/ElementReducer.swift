/// What `forEach` does for one element, wherever its collection is kept.
@usableFromInline
struct ElementReducer<Element: Sendable & Identifiable, ElementAction: Sendable, Action: Sendable>:
  Sendable
where Element.ID: Sendable {
  @usableFromInline typealias ID = Element.ID
  @usableFromInline typealias Collection = IdentifiedCollection<Element>

  @usableFromInline let compiled: CompiledReducer<Element, ElementAction>
  @usableFromInline let scope: ScopeID
  @usableFromInline let embed: @Sendable (ID, ElementAction) -> Action
  @usableFromInline let place: CallSite
  /// What reports call the element.
  private let type: Any.Type

  @usableFromInline
  init(
    compiled: CompiledReducer<Element, ElementAction>, scope: ScopeID,
    embed: @escaping @Sendable (ID, ElementAction) -> Action, place: CallSite,
    type: Any.Type = Element.self
  ) {
    self.compiled = compiled
    self.scope = scope
    self.embed = embed
    self.place = place
    self.type = type
  }

  /// Reduces one action, or a batch of them in order.
  @inlinable
  func reduce(
    _ identified: IdentifiedAction<ID, ElementAction>,
    one: (ID, ElementAction) -> Effect<Action>
  ) -> Effect<Action> {
    switch identified {
    case .element(let id, let action):
      return one(id, action)
    case .batch(let actions):
      var effects: [Effect<Action>] = []
      for element in actions.elements {
        let effect = one(element.id, element.action)
        if !effect.isNone { effects.append(effect) }
      }
      return .merge(effects)
    }
  }

  /// Reduces an action of an element in place.
  @inlinable
  func reduce(id: ID, action: ElementAction, in collection: inout Collection) -> Effect<Action> {
    guard let slot = collection.slot(of: id) else {
      reportMissing(id, action)
      return .none
    }
    let incarnation = collection.slots[slot].incarnation
    collection.recordChange(in: slot)
    let effect = collection.slots[slot].reduceElement { element in
      compiled.reduce(&element, action)
    }
    // mutant action-for-lent-leaves-it:
    //   `guard let effect else {`
    //   -> `collection.settle(slot)⏎    guard let effect else {` (CollectionMistakeTests)
    guard let effect else {
      // Its own reducer has it for the moment, and gives it back.
      reportMissing(id, action)
      return .none
    }
    collection.settle(slot)
    if effect.isNone { return .none }
    return scoped(effect, id: id, incarnation: incarnation, stamp: collection.removals.lastStamp)
  }

  @usableFromInline
  func scoped(
    _ effect: Effect<ElementAction>, id: ID, incarnation: UInt64, stamp: UInt64
  ) -> Effect<Action> {
    effect
      .map { [embed] in embed(id, $0) }
      .scoped(ScopeStep(scope: scope, element: id, incarnation: incarnation, stamp: stamp))
  }

  /// Ends the effects of elements that are gone.
  /// - Complexity: O(removals since the last time), or O(elements with effects) when there were
  ///   more than the collection remembers.
  @usableFromInline
  func settle(_ known: ScopeNode.Elements, in collection: Collection) {
    func endUnlessAlive(_ key: CancelID, _ node: ScopeNode) {
      // mutant element-incarnation:
      //   `collection.incarnation(of: id) == node.incarnation`
      //   -> `collection.contains(id: id)` (EffectTests)
      guard let id = key.value.base as? ID, collection.incarnation(of: id) == node.incarnation
      else { return node.cancelAll() }
    }
    if collection.removals.lastStamp != known.cursor {
      let isComplete = collection.removals.forEach(after: known.cursor) { id, incarnation in
        // mutant cancellation-on-removal:
        //   `if let node = known.nodes[CancelID(id)], node.incarnation == incarnation {`
        //   -> `if let node = known.nodes[CancelID(id)], incarnation == 0 {` (EffectTests)
        if let node = known.nodes[CancelID(id)], node.incarnation == incarnation {
          node.cancelAll()
        }
      }
      if !isComplete { known.nodes.forEach(endUnlessAlive) }
      known.cursor = collection.removals.lastStamp
    }
    if let focus = known.focus {
      known.focus = nil
      if let node = known.nodes[focus] { endUnlessAlive(focus, node) }
    }
    guard let settleElement = compiled.settle else { return }
    for (key, node) in known.nodes where node.hasScopes {
      if let id = key.value.base as? ID, let element = collection[id: id] {
        settleElement(element, node)
      }
    }
  }

  @usableFromInline
  func reportMissing(_ id: ID, _ action: ElementAction) {
    IssueReporting.report(
      """
      A forEach was sent an action for an element that is not there, and ignored it.

        ID: \(id)
        Action: \(action)
        Element: \(type)

      Likely causes: the parent removed the element before its action was reduced, or someone kept \
      the ID of an element that has been removed, or the ID was never in the collection.

      Check that the element is there before sending to it, and remove an element only after its \
      last action. What an element's own effects send after its removal is not meant here: that is \
      dropped in silence.
      """, at: place)
  }
}

extension IdentifiedCollection.Slot {
  @inlinable
  mutating func reduceElement<Result>(_ body: (inout Element) -> Result) -> Result? {
    if element == nil { return nil }
    return body(&element!)
  }
}
