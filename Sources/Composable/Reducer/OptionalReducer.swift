/// A reducer that is there or not: an `if` without an `else`.
public struct OptionalReducer<Wrapped: Reducer>: Reducer {
  public typealias State = Wrapped.State
  public typealias Action = Wrapped.Action
  public typealias Body = Never

  @usableFromInline let reducer: Wrapped?

  @usableFromInline
  init(reducer: Wrapped?) { self.reducer = reducer }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reducer?.reduce(into: &state, action: action) ?? .none
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> {
    reducer?.compiled() ?? EmptyReducer<State, Action>().compiled()
  }
}
