import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Test store")
struct TestStoreTests {
  typealias CounterStore = TestStore<Counters.State, Counters.Action>

  private func store(
    _ reports: Reports? = nil, load: @escaping @Sendable (Int) async -> Int = { $0 * 10 }
  ) -> CounterStore {
    TestStore(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    } withDependencies: {
      if let reports { $0.issueReporter = reports.reporter }
      $0.loadNumber = load
    }
  }

  @Test("an exhaustive test passes: changes asserted, actions received, effects ended")
  func passes() async {
    let reports = Reports()
    let store = store(reports)
    store.send(.counters(.element(id: 1, action: .load))) {
      $0.counters[id: 1]?.isLoading = true
    }
    await store.receive(.counters(.element(id: 1, action: .loaded(10)))) {
      $0.counters[id: 1]?.isLoading = false
      $0.counters[id: 1]?.loaded = 10
    }
    await store.finish()
    #expect(reports.texts.isEmpty)
  }

  @Test("an action that is not received fails, when the next is sent and at the end")
  func unreceived() async {
    let reports = Reports()
    let asked = Gate()
    let store = self.store(reports) { id in
      await asked.wait()
      return id
    }
    store.send(.counters(.element(id: 1, action: .load))) {
      $0.counters[id: 1]?.isLoading = true
    }
    await asked.open()
    await store.effectsDidRest()
    store.send(.add(2)) { $0.counters.append(Counter.State(id: 2)) }
    await store.finish()
    #expect(reports.texts.count == 2)
    #expect(
      reports.texts.first?.hasPrefix("An action was sent while 1 received action waits.") == true)
    #expect(
      reports.texts.last?.hasPrefix("The test ends, and 1 received action was not handled.") == true
    )
  }

  @Test("expecting an action that nothing will send fails at once")
  func nothingToReceive() async {
    let reports = Reports()
    let store = store(reports)
    await store.receive(.note("never"))
    #expect(reports.texts.first?.hasPrefix("An action was expected, and none came.") == true)
    await store.finish()
  }

  @Test("expecting an action from effects that all wait for the test's clock fails at once")
  func parkedEffects() async {
    let reports = Reports()
    let clock = TestClock()
    let store = store(reports) { id in
      try? await clock.sleep(for: .seconds(1))
      return id
    }
    store.send(.counters(.element(id: 1, action: .load))) { $0.counters[id: 1]?.isLoading = true }
    await store.receive(.counters(.element(id: 1, action: .loaded(1))))
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("waits for a test's clock until 1.0 seconds") == true)
    await clock.advance(by: .seconds(1))
    await store.receive(.counters(.element(id: 1, action: .loaded(1)))) {
      $0.counters[id: 1]?.isLoading = false
      $0.counters[id: 1]?.loaded = 1
    }
    await store.finish()
    #expect(reports.texts.count == 1)
  }

  @Test("a change of a shared value is asserted like any other")
  func sharedChange() async {
    let reports = Reports()
    let store = TestStore(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.add("b")) { $0.names.append("b") }
    #expect(reports.texts.isEmpty)
    #expect(store.state.names == ["a", "b"])
    store.send(.add("c"))
    store.send(.add("d")) { $0.names = ["x"] }
    #expect(store.state.names == ["a", "b", "c", "d"])
    #expect(reports.texts.count == 2)
    #expect(reports.texts.first?.contains("+   [2] \"c\"") == true)
    #expect(reports.texts.last?.contains("−   [0] \"x\"") == true)
    await store.finish()
  }
}
