/// Groups reducers, so that an operator applies to all of them.
public struct CombineReducers<State: Sendable, Action: Sendable, Content: Reducer>: Reducer
where Content.State == State, Content.Action == Action {
  public typealias Body = Never

  @usableFromInline let content: Content

  @inlinable
  public init(@ReducerBuilder<State, Action> _ build: () -> Content) {
    content = build()
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    content.reduce(into: &state, action: action)
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> { content.compiled() }
}
