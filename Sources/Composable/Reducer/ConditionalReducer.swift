/// One of two reducers: an `if` with an `else`, or a `switch`.
public enum ConditionalReducer<First: Reducer, Second: Reducer>: Reducer
where First.State == Second.State, First.Action == Second.Action {
  public typealias State = First.State
  public typealias Action = First.Action
  public typealias Body = Never

  case first(First)
  case second(Second)

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch self {
    case .first(let reducer): reducer.reduce(into: &state, action: action)
    case .second(let reducer): reducer.reduce(into: &state, action: action)
    }
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> {
    switch self {
    case .first(let reducer): reducer.compiled()
    case .second(let reducer): reducer.compiled()
    }
  }
}
