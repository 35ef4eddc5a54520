extension Reducer {
  /// Runs another reducer after this one, when something of the state has changed.
  ///
  /// ```swift
  /// BindingReducer()
  ///   .onChange(of: \.query) { _, query in
  ///     Reduce { state, _ in
  ///       state.isValid = !query.isEmpty
  ///       return .none
  ///     }
  ///   }
  /// ```
  /// - Parameters:
  ///   - toValue: takes out what is watched, before and after each action. It is kept meanwhile, so
  ///     take no large collection, but for example its count.
  ///   - reducer: builds the other reducer, from the old and the new value, for each change. It is
  ///     for the feature itself: effects of children that it would hold do not end with them.
  public func onChange<Value: Equatable & Sendable, Next: Reducer<State, Action>>(
    of toValue: @escaping @Sendable (State) -> Value,
    @ReducerBuilder<State, Action> _ reducer:
      @escaping @Sendable (
        _ oldValue: Value, _ newValue: Value
      ) -> Next
  ) -> OnChange<Self, Value, Next> {
    OnChange(base: self, value: toValue, next: reducer)
  }
}

/// Runs another reducer when something of the state has changed.
public struct OnChange<Base: Reducer, Value: Equatable & Sendable, Next: Reducer>: Reducer
where Next.State == Base.State, Next.Action == Base.Action {
  public typealias State = Base.State
  public typealias Action = Base.Action
  public typealias Body = Never

  let base: Base
  let value: @Sendable (State) -> Value
  let next: @Sendable (Value, Value) -> Next

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  public func compiled() -> CompiledReducer<State, Action> {
    let base = base.compiled()
    let value = value
    let next = next
    // What is built for a change has the dependencies of what is built now.
    let dependencies = DependencyValues.current
    return CompiledReducer(
      reduce: { state, action in
        // Only what is watched is kept: with a copy of the state, changing it would copy it.
        let old = value(state)
        let effect = base.reduce(&state, action)
        let new = value(state)
        // mutant on-change-only-on-change: `if new == old { return effect }` -> `` (OnChangeTests)
        if new == old { return effect }
        // mutant on-change-dependencies:
        //   `DependencyValues.$current.withValue(dependencies) {`
        //   -> `DependencyValues.$current.withValue(DependencyValues.current) {` (OnChangeTests)
        let reducer = DependencyValues.$current.withValue(dependencies) {
          next(old, new).compiled()
        }
        return effect.merge(with: reducer.reduce(&state, action))
      }, settle: base.settle)
  }
}
