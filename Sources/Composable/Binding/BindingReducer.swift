/// Sets the properties of the state that binding actions name.
///
/// Reducers after it see the state as it was set.
public struct BindingReducer<State: Sendable, Action: Sendable>: Reducer {
  public typealias Body = Never

  private let binding: @Sendable (Action) -> BindingAction<State>?

  /// For actions that have a case for it.
  public init() where Action: BindableAction<State> {
    binding = { $0.binding }
  }

  /// For actions that have the case under another name, or within another case.
  /// - Parameter action: the case.
  public init(action: CasePath<Action, BindingAction<State>>) { binding = action.extract }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    binding(action)?.set(in: &state)
    return .none
  }
}
