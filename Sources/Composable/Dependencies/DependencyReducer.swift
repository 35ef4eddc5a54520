/// A reducer with other dependencies than those around it.
public struct DependencyReducer<Base: Reducer>: Reducer {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let change: @Sendable (inout DependencyValues) -> Void

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  public func compiled() -> CompiledReducer<State, Action> {
    let overlay = DependencyOverlay(change)
    let inner = withDependencies {
      overlay.apply(to: &$0)
    } operation: {
      DependencyOverlay.$inForce.withValue(overlay) { base.compiled() }
    }
    return CompiledReducer(
      reduce: { state, action in
        let effect = DependencyOverlay.$inForce.withValue(overlay) { inner.reduce(&state, action) }
        // mutant effects-get-overlay:
        //   `effect.isNone ? effect : effect.under(overlay)` -> `effect` (DependencyReducerTests)
        return effect.isNone ? effect : effect.under(overlay)
      }, settle: inner.settle)
  }
}

extension Reducer {
  /// Gives this reducer, what it is made of and their effects another dependency.
  ///
  /// ```swift
  /// Scope(state: \.demo, action: .demo) {
  ///   Search().dependency(\.titleSource, .samples)
  /// }
  /// ```
  /// - Parameters:
  ///   - path: the dependency.
  ///   - value: its value here.
  public func dependency<Value: Sendable>(
    _ path: any WritableKeyPath<DependencyValues, Value> & Sendable, _ value: Value
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { values in
      DependencyValues.$isSetting.withValue(true) { values[keyPath: path] = value }
    }
  }

  /// Gives this reducer, what it is made of and their effects another dependency, which is its own
  /// key.
  /// - Parameter value: its value here.
  public func dependency<Value: TestDependencyKey>(
    _ value: Value
  ) -> DependencyReducer<Self> where Value.Value == Value {
    DependencyReducer(base: self) { $0[Value.self] = value }
  }

  /// Changes a dependency for this reducer, what it is made of and their effects.
  /// - Parameters:
  ///   - path: the dependency; `\.self`: all of them.
  ///   - transform: changes the value from around.
  public func transformDependency<Value: Sendable>(
    _ path: any WritableKeyPath<DependencyValues, Value> & Sendable,
    transform: @escaping @Sendable (inout Value) -> Void
  ) -> DependencyReducer<Self> {
    DependencyReducer(base: self) { values in
      DependencyValues.$isSetting.withValue(true) { transform(&values[keyPath: path]) }
    }
  }
}
