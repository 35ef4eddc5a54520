import Composable

/// Searches repositories while one types.
struct SearchFeature: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [Repository] = []
    var error: String?
    var isSearching = false
  }

  enum Action: Equatable {
    case queryChanged(String)
    case response([Repository])
    case failed(String)
  }

  enum CancelID { case search }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.repositories) var repositories

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.error = nil
        guard !query.isEmpty else {
          state.results = []
          state.isSearching = false
          return .cancel(id: CancelID.search)
        }
        state.isSearching = true
        return .run { send in
          send(.response(try await repositories.search(query)))
        } catch: { error, send in
          send(.failed("\(error)"))
        }
        .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)

      case .response(let results):
        state.results = results
        state.isSearching = false
        return .none

      case .failed(let error):
        state.results = []
        state.error = error
        state.isSearching = false
        return .none
      }
    }
  }
}
