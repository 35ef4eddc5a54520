import Composable

/// A recipe, for a number of people, with a clock that says when it is done.
struct RecipeFeature: Reducer {
  struct State: Equatable, Codable, Sendable {
    var name: String
    var servings = 2
    var minutesLeft: Int?

    /// A clock that ran when the program ended does not go on, so it is not saved.
    enum CodingKeys: CodingKey { case name, servings }
  }

  enum Action: Equatable {
    case startButtonTapped(minutes: Int)
    case minutePassed
    case settingsButtonTapped
    case doneButtonTapped
  }

  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped(let minutes):
        state.minutesLeft = minutes
        return .run { send in
          for await _ in clock.timer(interval: .seconds(60)) { send(.minutePassed) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .minutePassed:
        state.minutesLeft? -= 1
        return state.minutesLeft == 0 ? .cancel(id: CancelID.timer) : .none

      case .settingsButtonTapped:
        return .none

      case .doneButtonTapped:
        return .run { _ in dismiss() }
      }
    }
  }
}
