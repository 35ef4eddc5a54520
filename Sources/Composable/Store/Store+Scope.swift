extension Store {
  /// A store of a part of the state, for who need not know of the rest.
  ///
  /// It has no state and no effects of its own, and keeps this store.
  /// - Parameters:
  ///   - state: where the part is.
  ///   - action: the case with the part's actions.
  public func scope<ChildState, ChildAction>(
    state: any KeyPath<State, ChildState> & Sendable, action: CasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      child: PropertyCore(parent: self, state: state, action: action.embed))
  }

  /// A store of a part that may be nil.
  ///
  /// When the part goes, the store's sequences end, reading gives what was read last, and what is sent
  /// is dropped and reported.
  /// - Returns: nil when the part is nil now.
  public func scope<ChildState, ChildAction>(
    state: any KeyPath<State, ChildState?> & Sendable, action: CasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    PresentCore(parent: self, state: { [state] in $0[keyPath: state] }, action: action.embed)
      .map { Store<ChildState, ChildAction>(child: $0) }
  }

  /// A store of a feature that is presented.
  ///
  /// It is of this presentation: when it goes, also when another one takes its place, the store's
  /// sequences end, reading gives what was read last, and what is sent is dropped and reported.
  /// - Parameters:
  ///   - presentation: where the state is, as `\.$detail`.
  ///   - action: the case with the feature's actions.
  /// - Returns: nil when nothing is presented now.
  public func scope<ChildState, ChildAction>(
    state presentation: any KeyPath<State, PresentationState<ChildState>> & Sendable,
    action: CasePath<Action, PresentationAction<ChildAction>>
  ) -> Store<ChildState, ChildAction>? {
    let incarnation = withState { $0[keyPath: presentation].incarnation }
    return PresentCore(
      parent: self,
      state: { [presentation] in
        let presented = $0[keyPath: presentation]
        // mutant scope-of-one-presentation:
        //   `return presented.incarnation == incarnation ? presented.wrappedValue : nil`
        //   -> `return incarnation == 0 ? nil : presented.wrappedValue` (PresentationTests)
        return presented.incarnation == incarnation ? presented.wrappedValue : nil
      }, action: { action.embed(.presented($0)) }
    )
    .map { Store<ChildState, ChildAction>(child: $0) }
  }

  /// A store of a case of the state.
  ///
  /// When the case is left, the store's sequences end, reading gives what was read last, and what is
  /// sent is dropped and reported.
  /// - Returns: nil when the state is in another case now.
  public func scope<ChildState, ChildAction>(
    state: CasePath<State, ChildState>, action: CasePath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    PresentCore(parent: self, state: { state.extract(copy $0) }, action: action.embed)
      .map { Store<ChildState, ChildAction>(child: $0) }
  }

  /// A store of an element of a collection.
  ///
  /// When the element is removed, the store's sequences end, reading gives what was read last, and
  /// what is sent is dropped and reported. An element that is added again under the same ID is another
  /// one, which this store does not see.
  /// - Parameters:
  ///   - elements: where the collection is; of a shared one, `\.books` and not `\.$books`.
  ///   - id: the element's ID.
  ///   - action: the case with the elements' actions.
  /// - Returns: nil when there is no such element now.
  public func scope<Element, ElementAction>(
    state elements: any KeyPath<State, IdentifiedCollection<Element>> & Sendable, id: Element.ID,
    action: CasePath<Action, IdentifiedAction<Element.ID, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    let incarnation = withState { $0[keyPath: elements].incarnation(of: id) }
    return PresentCore(
      parent: self,
      state: { [elements] in
        let elements = $0[keyPath: elements]
        return elements.incarnation(of: id) == incarnation ? elements[id: id] : nil
      }, action: { action.embed(.element(id: id, action: $0)) }
    )
    .map { Store<Element, ElementAction>(child: $0) }
  }

  /// A store of an element of a path.
  ///
  /// When the element is popped, the store's sequences end, reading gives what was read last, and
  /// what is sent is dropped and reported.
  /// - Parameters:
  ///   - path: where the path is; of a shared one, `\.path` and not `\.$path`.
  ///   - id: the element's ID.
  ///   - action: the case with the elements' actions.
  /// - Returns: nil when there is no such element now.
  public func scope<Element, ElementAction>(
    state path: any KeyPath<State, StackState<Element>> & Sendable, id: StackElementID,
    action: CasePath<Action, StackAction<Element, ElementAction>>
  ) -> Store<Element, ElementAction>? {
    let incarnation = withState { $0[keyPath: path].entries.incarnation(of: id) }
    return PresentCore(
      parent: self,
      state: { [path] in
        let path = $0[keyPath: path]
        return path.entries.incarnation(of: id) == incarnation ? path[id: id] : nil
      }, action: { action.embed(.element(id: id, action: $0)) }
    )
    .map { Store<Element, ElementAction>(child: $0) }
  }
}
