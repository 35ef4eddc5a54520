/// Two reducers, one after the other.
public struct SequenceReducer<First: Reducer, Next: Reducer>: Reducer
where First.State == Next.State, First.Action == Next.Action {
  public typealias State = First.State
  public typealias Action = First.Action
  public typealias Body = Never

  @usableFromInline let first: First
  @usableFromInline let next: Next

  @usableFromInline
  init(first: First, next: Next) {
    self.first = first
    self.next = next
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiled().reduce(&state, action)
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> {
    first.compiled().followed(by: next.compiled())
  }
}
