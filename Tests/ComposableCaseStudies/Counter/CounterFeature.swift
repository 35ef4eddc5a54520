import Composable

/// Counts, by hand and by itself, and tells facts about the number.
struct CounterFeature: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var error: String?
    var isLoading = false
    var isTimerRunning = false
  }

  enum Action: Equatable {
    case decrement
    case increment
    case askForFact
    case factResponse(String)
    case factFailed(String)
    case toggleTimer
    case timerTicked
  }

  enum CancelID { case fact, timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.numberFact) var numberFact

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .decrement:
        state.count -= 1
        state.fact = nil
        return .none

      case .increment:
        state.count += 1
        state.fact = nil
        return .none

      case .askForFact:
        state.fact = nil
        state.error = nil
        state.isLoading = true
        return .run { [count = state.count] send in
          send(.factResponse(try await numberFact.fetch(count)))
        } catch: { error, send in
          send(.factFailed("\(error)"))
        }
        .cancellable(id: CancelID.fact, cancelInFlight: true)

      case .factResponse(let fact):
        state.isLoading = false
        state.fact = fact
        return .none

      case .factFailed(let error):
        state.isLoading = false
        state.error = error
        return .none

      case .toggleTimer:
        state.isTimerRunning.toggle()
        guard state.isTimerRunning else { return .cancel(id: CancelID.timer) }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { send(.timerTicked) }
        }
        .cancellable(id: CancelID.timer)

      case .timerTicked:
        state.count += 1
        state.fact = nil
        return .none
      }
    }
  }
}
