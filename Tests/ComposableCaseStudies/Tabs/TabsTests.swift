import Composable
import ComposableTesting
import Testing

@Suite("Tabs")
struct TabsTests {
  @Test("shows the tab that is selected")
  func selects() async {
    let store = TestStore(initialState: TabsFeature.State()) { TabsFeature() }
    store.send(.select(.second)) { $0.tab = .second }
    await store.finish()
  }

  @Test("goes to the other tab when the counters together reach ten")
  func reachesTen() async {
    let store = TestStore(
      initialState: TabsFeature.State(
        first: CounterFeature.State(count: 8), second: CounterFeature.State(count: 1))
    ) {
      TabsFeature()
    }
    store.send(.second(.increment)) {
      $0.second.count = 2
      $0.tab = .second
    }
    store.send(.first(.increment)) { $0.first.count = 9 }
    await store.finish()
  }

  @Test("each counter has a timer of its own, under the same name")
  func timers() async {
    let clock = TestClock()
    let store = TestStore(initialState: TabsFeature.State()) {
      TabsFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.first(.toggleTimer)) { $0.first.isTimerRunning = true }
    store.send(.second(.toggleTimer)) { $0.second.isTimerRunning = true }
    store.send(.first(.toggleTimer)) { $0.first.isTimerRunning = false }
    await clock.advance(by: .seconds(1))
    await store.receive(.second(.timerTicked)) { $0.second.count = 1 }
    store.send(.second(.toggleTimer)) { $0.second.isTimerRunning = false }
    await store.finish()
  }

  @Test("who shows a tab has a store of its counter, and need not know of the other")
  func childStores() async {
    let store = Store(initialState: TabsFeature.State()) { TabsFeature() }
    let first = store.scope(state: \.first, action: .first)
    let second = store.scope(state: \.second, action: .second)
    var tabs = store.observe(\.tab).makeAsyncIterator()
    #expect(await tabs.next() == .first)
    for _ in 1...6 { first.send(.increment) }
    for _ in 1...4 { second.send(.increment) }
    #expect(first.withState(\.count) == 6)
    #expect(second.withState(\.count) == 4)
    #expect(await tabs.next() == .second)
  }
}
