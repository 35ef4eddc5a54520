import Composable

/// A feature for tests whose state is a shared value, changed by its reducer or by its effect.
struct Shelf: Reducer {
  struct State: Equatable, Sendable {
    @Shared var names: [String]
    init() { _names = Shared(value: ["a"]) }
  }

  enum Action: Equatable, Sendable {
    case add(String)
    case addFromEffect(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let name):
      state.names.append(name)
      return .none
    case .addFromEffect(let name):
      return .run { [names = state.$names] _ in names.withLock { $0.append(name) } }
    }
  }
}
