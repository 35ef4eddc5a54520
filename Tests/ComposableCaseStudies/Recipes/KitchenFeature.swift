import Composable

/// For how many people one cooks.
struct KitchenFeature: Reducer {
  struct State: Equatable, Codable, Sendable {
    var servings = 2
  }

  enum Action: Equatable {
    case servingsChanged(Int)
    case saveButtonTapped
    case saved(servings: Int)
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .servingsChanged(let servings):
        state.servings = max(1, servings)
        return .none

      case .saveButtonTapped:
        return .run { [servings = state.servings] send in
          send(.saved(servings: servings))
          dismiss()
        }

      case .saved:
        return .none
      }
    }
  }
}
