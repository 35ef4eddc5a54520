extension Reducer {
  /// Runs a child's reducer on the element of a path that an action is for, and then this reducer.
  ///
  /// ```swift
  /// struct State: Equatable {
  ///   var path = StackState<Path.State>()
  /// }
  /// enum Action {
  ///   case path(StackAction<Path.State, Path.Action>)
  /// }
  /// var body: some Reducer<State, Action> {
  ///   Reduce { state, action in … }
  ///     .forEach(state: \.path, action: .path) { Path() }
  /// }
  /// ```
  ///
  /// An element goes when it is popped, by whoever, or when an effect of it calls
  /// `@Dependency(\.dismiss)`; the effects of all that goes end. What `.push` brings is there when this
  /// reducer runs, and what `.popFrom` takes away still is.
  /// - Parameters:
  ///   - path: where the path is.
  ///   - action: the case with the elements' actions.
  ///   - element: the reducer of an element; for an enum of screens, one with a `Scope` on each case.
  public func forEach<ElementState, ElementAction, Element>(
    state path: any WritableKeyPath<State, StackState<ElementState>> & Sendable,
    action: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    ForEachPath(
      base: self, element: element(), action: action,
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column),
      read: { $0[keyPath: path] }, modify: { $1(&$0[keyPath: path]) },
      reduce: { child, id, action, state in
        child.reduce(id: id, action: action, in: &state[keyPath: path].entries)
      })
  }

  /// Runs a child's reducer on the element of a shared path that an action is for, and then this
  /// reducer.
  ///
  /// While a child runs, its element is out of the path: a child does not read the path.
  /// - Parameters:
  ///   - path: where the reference is, as `\.$path`.
  ///   - action: the case with the elements' actions.
  ///   - element: the reducer of an element.
  public func forEach<ElementState, ElementAction, Element>(
    state path: any KeyPath<State, Shared<StackState<ElementState>>> & Sendable,
    action: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element: Reducer<ElementState, ElementAction> {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ForEachPath(
      base: self, element: element(), action: action, place: place,
      read: { $0[keyPath: path].wrappedValue }, modify: { $0[keyPath: path].withLock($1) },
      reduce: { child, id, action, state in
        let reference = state[keyPath: path]
        reference.beginChange()
        defer { reference.endChange() }
        // mutant shared-path-lends: `reference.lender = place` -> `_ = place` (StackTests)
        reference.lender = place
        defer { reference.lender = nil }
        return child.reduce(
          id: id, action: action, in: Shared(part: PropertyPart(of: reference, at: \.entries)))
      })
  }
}

struct ForEachPath<Base: Reducer, Element: Reducer>: Reducer {
  typealias State = Base.State
  typealias Action = Base.Action
  typealias Body = Never
  typealias Path = StackState<Element.State>
  typealias Child = ElementReducer<Path.Entry, Element.Action, Action>

  let base: Base
  let element: Element
  let action: CasePath<Action, StackAction<Element.State, Element.Action>>
  let place: CallSite
  let read: @Sendable (State) -> Path
  let modify: @Sendable (inout State, (inout Path) -> Void) -> Void
  let reduce: @Sendable (Child, StackElementID, Element.Action, inout State) -> Effect<Action>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    let child = Child(
      compiled: element.compiled().onEntry, scope: ScopeID(),
      embed: { [action] in action.embed(.element(id: $0, action: $1)) }, place: place,
      type: Element.State.self)
    return CompiledReducer(
      reduce: { state, action in
        switch self.action.extract(action) {
        case nil:
          return base.reduce(&state, action)
        case .element(let id, let elementAction):
          return reduce(child, id, elementAction, &state)
            .dismissing(by: self.action.embed(.popFrom(id: id)))
            .merge(with: base.reduce(&state, action))
        case .push(let id, let element):
          modify(&state) { if !$0.push(element, id: id) { reportTaken(id) } }
          return base.reduce(&state, action)
        case .popFrom(let id):
          return pop(from: id, action, in: &state, base)
        }
      },
      settle: { state, node in
        base.settle?(state, node)
        if let known = node.collections[child.scope] {
          child.settle(known, in: read(state).entries)
        }
      })
  }

  private func pop(
    from id: StackElementID, _ action: Action, in state: inout State,
    _ base: CompiledReducer<State, Action>
  ) -> Effect<Action> {
    let path = read(state)
    let incarnation = path.entries.incarnation(of: id)
    if incarnation == nil { reportMissing(id, in: path) }
    _ = consume path
    let effect = base.reduce(&state, action)
    modify(&state) { path in
      // Whom the parent has put there meanwhile is not meant.
      // mutant popped-only-if-the-same:
      //   `if let incarnation, path.entries.incarnation(of: id) == incarnation { path.pop(from: id) }`
      //   -> `if incarnation != 0 { path.pop(from: id) }` (StackTests)
      if let incarnation, path.entries.incarnation(of: id) == incarnation { path.pop(from: id) }
    }
    return effect
  }

  private func reportTaken(_ id: StackElementID) {
    IssueReporting.report(
      """
      A forEach was sent .push with an ID that is taken, and ignored it.

        ID: \(id)
        Element: \(Element.State.self)

      Likely causes: the action was sent twice, or someone gave an element the ID of another one.

      Give each element an ID of its own, with next() of @Dependency(\\.stackElementID). A reducer \
      that pushes appends to the path.
      """, at: place)
  }

  private func reportMissing(_ id: StackElementID, in path: Path) {
    IssueReporting.report(
      """
      A forEach was sent .popFrom with the ID of an element that is not in the path.

        ID: \(id)
        Path: \(path.pathText)
        Element: \(Element.State.self)

      Likely causes: the element was popped already, alone or with one below it, or a reducer that \
      runs before this one took it away.

      Send .popFrom only while the element is there. An element's own dismiss() that comes too late \
      is not meant here: that is dropped in silence.
      """, at: place)
  }
}

extension CompiledReducer {
  /// The same reducer, on the entry of a path.
  fileprivate var onEntry: CompiledReducer<StackState<State>.Entry, Action> {
    var settleEntry: (@Sendable (StackState<State>.Entry, ScopeNode) -> Void)?
    if let settle {
      settleEntry = { entry, node in if let element = entry.element { settle(element, node) } }
    }
    return CompiledReducer<StackState<State>.Entry, Action>(
      reduce: { [reduce] entry, action in entry.element.modify { reduce(&$0, action) } ?? .none },
      settle: settleEntry)
  }
}
