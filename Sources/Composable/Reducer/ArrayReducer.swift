/// Several reducers of one type, one after the other: a `for`.
public struct ArrayReducer<Element: Reducer>: Reducer {
  public typealias State = Element.State
  public typealias Action = Element.Action
  public typealias Body = Never

  @usableFromInline let reducers: [Element]

  @usableFromInline
  init(reducers: [Element]) { self.reducers = reducers }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> {
    reducers.reduce(EmptyReducer<State, Action>().compiled()) { $0.followed(by: $1.compiled()) }
  }
}
