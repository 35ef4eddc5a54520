/// A reducer that is a function.
public struct Reduce<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  @usableFromInline let compiledForm: CompiledReducer<State, Action>

  /// Makes a reducer of a function.
  @inlinable
  public init(_ function: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    compiledForm = CompiledReducer(reduce: function)
  }

  /// Makes a reducer that does what another one does.
  @inlinable
  public init(_ reducer: some Reducer<State, Action>) {
    compiledForm = reducer.compiled()
  }

  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    compiledForm.reduce(&state, action)
  }

  @inlinable
  public func compiled() -> CompiledReducer<State, Action> { compiledForm }
}
