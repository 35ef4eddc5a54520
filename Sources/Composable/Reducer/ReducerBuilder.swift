/// Puts reducers together as statements: several run one after the other, on the same action.
@resultBuilder
public enum ReducerBuilder<State: Sendable, Action: Sendable> {
  @inlinable
  public static func buildExpression<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  @inlinable
  public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }

  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> { EmptyReducer() }

  @inlinable
  public static func buildPartialBlock<R: Reducer<State, Action>>(first: R) -> R { first }

  @inlinable
  public static func buildPartialBlock<First, Next>(
    accumulated: First, next: Next
  ) -> SequenceReducer<First, Next>
  where First: Reducer<State, Action>, Next: Reducer<State, Action> {
    SequenceReducer(first: accumulated, next: next)
  }

  @inlinable
  public static func buildOptional<R: Reducer<State, Action>>(
    _ reducer: R?
  ) -> OptionalReducer<R> {
    OptionalReducer(reducer: reducer)
  }

  @inlinable
  public static func buildEither<First, Second>(
    first: First
  ) -> ConditionalReducer<First, Second>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> { .first(first) }

  @inlinable
  public static func buildEither<First, Second>(
    second: Second
  ) -> ConditionalReducer<First, Second>
  where First: Reducer<State, Action>, Second: Reducer<State, Action> { .second(second) }

  @inlinable
  public static func buildArray<R: Reducer<State, Action>>(_ reducers: [R]) -> ArrayReducer<R> {
    ArrayReducer(reducers: reducers)
  }
}
