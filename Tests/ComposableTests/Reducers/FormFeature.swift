import Composable

/// A form for tests: its fields are set by binding actions, and it watches one of them.
struct Form: Reducer {
  struct State: Equatable, Sendable {
    var name = ""
    var copies = 1
    var isValid = false
    var log: [String] = []
    @Shared var sort: String

    init(sort: String = "title") { _sort = Shared(value: sort) }
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case clear
    case checked(String)
  }

  var body: some Reducer<State, Action> {
    CombineReducers {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.copies):
          state.copies = max(1, state.copies)
        case .binding, .checked:
          break
        case .clear:
          state.name = ""
        }
        return .none
      }
    }
    .onChange(of: \.name) { old, new in
      Reduce { state, _ in
        state.isValid = !new.isEmpty
        state.log.append("\(old) → \(new)")
        return .send(.checked(new))
      }
    }
  }
}
