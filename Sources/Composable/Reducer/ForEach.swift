extension Reducer {
  /// Runs a child's reducer on the element of an identified collection that an action is for, and
  /// then this reducer.
  ///
  /// A child's effects end when the child is removed, whoever removes it; one added again under the
  /// same ID is another child. Cost does not depend on how many children there are.
  /// - Parameters:
  ///   - elements: where the collection is.
  ///   - action: the case with the children's actions.
  ///   - element: the child's reducer.
  @inlinable
  public func forEach<ElementState, ElementAction, Element>(
    state elements:
      any WritableKeyPath<State, IdentifiedCollection<ElementState>> & Sendable,
    action: CasePath<Action, IdentifiedAction<ElementState.ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    ForEachReducer(
      base: self, elements: elements, action: action, element: element(),
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

@usableFromInline
struct ForEachReducer<Base: Reducer, Element: Reducer>: Reducer
where Element.State: Identifiable, Element.State.ID: Sendable {
  @usableFromInline typealias State = Base.State
  @usableFromInline typealias Action = Base.Action
  @usableFromInline typealias Body = Never
  @usableFromInline typealias ID = Element.State.ID

  @usableFromInline let base: Base
  @usableFromInline let elements:
    any WritableKeyPath<State, IdentifiedCollection<Element.State>> & Sendable
  @usableFromInline let action: CasePath<Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let element: Element
  @usableFromInline let place: CallSite

  @usableFromInline
  init(
    base: Base,
    elements: any WritableKeyPath<State, IdentifiedCollection<Element.State>> & Sendable,
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
        let effect = child.reduce(identified) { id, action in
          child.reduce(id: id, action: action, in: &state[keyPath: elements])
        }
        return effect.merge(with: base.reduce(&state, action))
      },
      settle: { state, node in
        base.settle?(state, node)
        if let known = node.collections[child.scope] {
          child.settle(known, in: state[keyPath: elements])
        }
      })
  }
}
