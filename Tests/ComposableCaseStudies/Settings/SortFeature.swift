import Composable

/// Chooses how something is sorted; it knows nothing of the other settings.
struct SortFeature: Reducer {
  struct State: Equatable {
    @Shared var sort: Settings.Sort

    init(sort: Shared<Settings.Sort>) { _sort = sort }
  }

  enum Action: Equatable {
    case select(Settings.Sort)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .select(let sort):
        state.sort = sort
        return .none
      }
    }
  }
}
