extension Reducer {
  /// Prints each action that this reducer gets, and the difference that it made, to standard error.
  ///
  /// Off the path of actions, in their order. The state from before is kept meanwhile, so a large
  /// collection is copied by its first change: this is for looking into a program that runs.
  public func _printChanges() -> _PrintChanges<Self> { _printChanges(.difference) }

  /// Prints each action that this reducer gets, and what it did.
  /// - Parameter printer: how; nil: nothing is printed, and it costs nothing.
  public func _printChanges(_ printer: _ReducerPrinter<State, Action>?) -> _PrintChanges<Self> {
    _PrintChanges(base: self, printer: printer)
  }
}

/// Prints what a reducer does.
public struct _PrintChanges<Base: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let printer: _ReducerPrinter<State, Action>?

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  public func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    // mutant no-printer-no-copy:
    //   `guard let printer else { return base }`
    //   -> `let printer = printer ?? _ReducerPrinter { _ in }` (PrintChangesTests)
    guard let printer else { return base }
    let domain = DependencyValues.current.sharedDomain
    return CompiledReducer(
      reduce: { state, action in
        let old = state
        let (effect, shared) = domain.withLock {
          domain.tracking { base.reduce(&state, action) }
        }
        let change = _ReducerPrinter<State, Action>.Change(
          action: action, oldState: old, newState: state, shared: shared)
        PrintQueue.shared.add { printer.print(change) }
        return effect
      }, settle: base.settle)
  }
}

extension SharedDomain {
  /// Does something, and tells which shared values it changed; a test that watches them too is told
  /// as well.
  fileprivate func tracking<Result>(
    _ body: () -> Result
  ) -> (Result, [(old: any Sendable, new: any Sendable)]) {
    let outer = tracker
    let tracker = SharedTracker()
    self.tracker = tracker
    let result = body()
    self.tracker = outer
    let changes = tracker.order.compactMap { key in
      tracker.changes[key]?.difference().map { (old: $0.expected, new: $0.actual) }
    }
    // mutant printing-hides-no-change: `outer?.adopt(tracker)` -> `` (PrintChangesTests)
    outer?.adopt(tracker)
    return (result, changes)
  }
}

extension SharedTracker {
  /// Takes over the old values that another tracker kept later than this one.
  fileprivate func adopt(_ later: SharedTracker) {
    for key in later.order where changes[key] == nil {
      changes[key] = later.changes[key]
      order.append(key)
    }
  }
}
