import Composable

/// One book, whose title is asked of a client.
struct BookFeature: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var title = ""
    var error: String?
    var isLoading = false
    /// Grows with each request, and when one is given up, so that an answer to an earlier one is
    /// known as such.
    var generation = 0
  }

  enum Action: Equatable {
    case reload
    case response(generation: Int, title: String)
    case failed(generation: Int, error: String)
    case stop
  }

  enum CancelID { case load }

  @Dependency(\.titles) var titles

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .reload:
        state.generation += 1
        state.isLoading = true
        state.error = nil
        return .run { [id = state.id, generation = state.generation] send in
          send(.response(generation: generation, title: try await titles.title(id)))
        } catch: { [generation = state.generation] error, send in
          send(.failed(generation: generation, error: "\(error)"))
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)

      case .response(let generation, let title):
        guard generation == state.generation else { return .none }
        state.isLoading = false
        state.title = title
        return .none

      case .failed(let generation, let error):
        guard generation == state.generation else { return .none }
        state.isLoading = false
        state.error = error
        return .none

      case .stop:
        state.generation += 1
        state.isLoading = false
        return .cancel(id: CancelID.load)
      }
    }
  }
}
