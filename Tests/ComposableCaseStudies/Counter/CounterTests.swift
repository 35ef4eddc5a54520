import Composable
import ComposableTesting
import Testing

@Suite("Counter")
struct CounterTests {
  @Test("counts")
  func counts() async {
    let store = TestStore(initialState: CounterFeature.State()) { CounterFeature() }
    store.send(.increment) { $0.count = 1 }
    store.send(.decrement) { $0.count = 0 }
    await store.finish()
  }

  @Test("shows a fact about its number, until the number is another")
  func fact() async {
    let store = TestStore(initialState: CounterFeature.State(count: 7)) {
      CounterFeature()
    } withDependencies: {
      $0.numberFact.fetch = { "\($0) is a good number." }
    }
    store.send(.askForFact) { $0.isLoading = true }
    await store.receive(.factResponse("7 is a good number.")) {
      $0.isLoading = false
      $0.fact = "7 is a good number."
    }
    store.send(.increment) {
      $0.count = 8
      $0.fact = nil
    }
    await store.finish()
  }

  @Test("shows why there is no fact")
  func noFact() async {
    let store = TestStore(initialState: CounterFeature.State(count: 7)) {
      CounterFeature()
    } withDependencies: {
      $0.numberFact.fetch = { throw NumberFactClient.NothingKnown(number: $0) }
    }
    store.send(.askForFact) { $0.isLoading = true }
    await store.receive(.factFailed("Nothing is known of 7.")) {
      $0.isLoading = false
      $0.error = "Nothing is known of 7."
    }
    await store.finish()
  }

  @Test("counts by itself while the timer runs")
  func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.toggleTimer) { $0.isTimerRunning = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.timerTicked) { $0.count = 1 }
    await store.receive(.timerTicked) { $0.count = 2 }
    store.send(.toggleTimer) { $0.isTimerRunning = false }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }
}
