/// A reducer that changes nothing.
public struct EmptyReducer<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  @inlinable
  public init() {}

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}
