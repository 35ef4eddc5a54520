extension Reducer {
  /// Runs a child's reducer on the element of a shared collection that an action is for, and then
  /// this reducer.
  ///
  /// While a child runs, its element is out of the collection: a child gets what it needs of its
  /// siblings in its action or state, and does not read the collection.
  /// - Parameters:
  ///   - elements: where the reference is, as `\.$books`.
  ///   - action: the case with the children's actions.
  ///   - element: the child's reducer.
  @inlinable
  public func forEach<ElementState, ElementAction, Element>(
    state elements: any KeyPath<State, Shared<IdentifiedCollection<ElementState>>> & Sendable,
    action: CasePath<Action, IdentifiedAction<ElementState.ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    ForEachSharedReducer(
      base: self, elements: elements, action: action, element: element(),
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

@usableFromInline
struct ForEachSharedReducer<Base: Reducer, Element: Reducer>: Reducer
where Element.State: Identifiable, Element.State.ID: Sendable {
  @usableFromInline typealias State = Base.State
  @usableFromInline typealias Action = Base.Action
  @usableFromInline typealias Body = Never
  @usableFromInline typealias ID = Element.State.ID
  @usableFromInline typealias Reference = Shared<IdentifiedCollection<Element.State>>

  @usableFromInline let base: Base
  @usableFromInline let elements: any KeyPath<State, Reference> & Sendable
  @usableFromInline let action: CasePath<Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let element: Element
  @usableFromInline let place: CallSite

  @usableFromInline
  init(
    base: Base, elements: any KeyPath<State, Reference> & Sendable,
    action: CasePath<Action, IdentifiedAction<ID, Element.Action>>, element: Element,
    place: CallSite
  ) {
    self.base = base
    self.elements = elements
    self.action = action
    self.element = element
    self.place = place
  }

  @usableFromInline
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  @inlinable
  func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    let path = action
    let child = ElementReducer(
      compiled: element.compiled(), scope: ScopeID(),
      embed: { path.embed(.element(id: $0, action: $1)) }, place: place)
    let elements = elements
    return CompiledReducer(
      reduce: { state, action in
        guard let identified = path.extract(action) else { return base.reduce(&state, action) }
        let reference = state[keyPath: elements]
        reference.beginChange()
        let effect = child.reduce(identified) { id, action in
          child.reduce(id: id, action: action, in: reference)
        }
        reference.endChange()
        return effect.merge(with: base.reduce(&state, action))
      },
      settle: { state, node in
        base.settle?(state, node)
        if let known = node.collections[child.scope] {
          state[keyPath: elements].read { child.settle(known, in: $0) }
        }
      })
  }
}

extension ElementReducer {
  /// Reduces an action of an element of a shared collection, with the element taken out meanwhile,
  /// so that a child that reads the collection after all does not overlap with itself.
  @inlinable
  func reduce(
    id: ID, action: ElementAction, in reference: Shared<Collection>
  ) -> Effect<Action> {
    guard let (lent, incarnation) = reference.current.lend(id: id) else {
      reportMissing(id, action)
      return .none
    }
    var element = lent
    reference.lender = place
    let effect = compiled.reduce(&element, action)
    reference.lender = nil
    reference.current.giveBack(consume element)
    if effect.isNone { return .none }
    return scoped(
      effect, id: id, incarnation: incarnation, stamp: reference.current.removals.lastStamp)
  }
}
