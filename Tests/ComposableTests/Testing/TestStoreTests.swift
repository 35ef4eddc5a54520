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

  private func steps(
    _ work: @escaping @Sendable (String, Send<Steps.Action>) async throws -> Void
  ) -> TestStore<Steps.State, Steps.Action> {
    TestStore(initialState: Steps.State()) { Steps(work: work) }
  }

  @Test("an action is received by its case, by its case and value, whole, or by a condition")
  func receiveForms() async {
    let store = steps { name, send in for number in 1...4 { send(.number(number)) } }
    store.send(.start("a"))
    let first = await store.receive(.number) {
      $0.count = 1
      $0.log = ["1"]
    }
    #expect(first == 1)
    await store.receive(.number, 2) {
      $0.count = 3
      $0.log.append("2")
    }
    await store.receive(.number(3)) {
      $0.count = 6
      $0.log.append("3")
    }
    let last = await store.receive(where: { $0 != .stop }) {
      $0.count = 10
      $0.log.append("4")
    }
    #expect(last == .number(4))
    await store.finish()
  }

  @Test("receive waits for what comes from outside, in each of a hundred tries")
  func fromOutside() async {
    for _ in 1...100 {
      let gate = Gate()
      let store = steps { name, send in
        await gate.wait()
        send(.did(name))
      }
      store.send(.start("a"))
      // Nobody waits for it, so the gate may open before, while or after receive begins.
      Task.detached { await gate.open() }
      await store.receive(.did, "a") { $0.log = ["a"] }
      await store.finish()
    }
  }

  @Test("an effect with one part on the clock and one that works is waited for")
  func partOnTheClock() async {
    let clock = TestClock()
    let store = steps { name, send in
      try await withThrowingTaskGroup { group in
        group.addTask { try await clock.sleep(for: .seconds(60)) }
        group.addTask {
          for _ in 1...100 { await Task.yield() }
          send(.did(name))
        }
        try await group.next()
        group.cancelAll()
      }
    }
    for _ in 1...20 {
      store.send(.start("a"))
      await store.receive(.did, "a") { $0.log.append("a") }
    }
    await store.finish()
    #expect(clock.sleeperCount == 0)
  }

  @Test("an effect rests when each part of it does, not when one waits for the clock")
  func restOfParts() async {
    let clock = TestClock()
    let worked = Shared(value: false, domain: SharedDomain())
    let store = steps { _, _ in
      try await withThrowingTaskGroup { group in
        group.addTask { try await clock.sleep(for: .seconds(1)) }
        group.addTask {
          for _ in 1...10_000 { await Task.yield() }
          worked.withLock { $0 = true }
        }
        try await group.waitForAll()
      }
    }
    store.send(.start("a"))
    await store.effectsDidRest()
    #expect(worked.wrappedValue)
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test("two tasks wait for the effects of two actions, while the test waits for its own")
  func manyWaits() async {
    let gates = ["a": Gate(), "b": Gate()]
    let store = steps { name, send in
      await gates[name]?.wait()
      send(.did(name))
    }
    let first = store.send(.start("a"))
    let second = store.send(.start("b"))
    async let firstEnd: Void = first.finish()
    async let secondEnd: Void = second.finish()
    await gates["b"]?.open()
    await secondEnd
    await store.receive(.did, "b") { $0.log = ["b"] }
    await gates["a"]?.open()
    await firstEnd
    await store.receive(.did, "a") { $0.log = ["b", "a"] }
    await store.finish()
  }

  @Test("the effects of one action are awaited though what they have sent is not received yet")
  func taskEnds() async {
    let store = steps { name, send in send(.did(name)) }
    await store.send(.start("a")).finish()
    await store.receive(.did, "a") { $0.log = ["a"] }
    await store.finish()
  }

  @Test("cancelling what an action has led to ends it, and drops what it has sent")
  func taskIsCancelled() async {
    let clock = TestClock()
    let store = steps { name, send in
      send(.did(name))
      try await clock.sleep(for: .seconds(1))
    }
    let task = store.send(.start("a"))
    await store.effectsDidRest()
    await task.cancel()
    await store.finish()
    #expect(store.state.log.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test("a state can be asserted as it is")
  func assertState() async {
    let store = steps { _, _ in }
    store.send(.number(2)) {
      $0.count = 2
      $0.log = ["2"]
    }
    store.assert {
      $0.count = 2
      $0.log = ["2"]
    }
    store.assert { $0.count = 2 }
    await store.finish()
  }

  enum Talk: Equatable, Sendable {
    case words(String, count: Int?)
    case named(label: Double)
    case many([Int])
    case table([String: Int])
    case inner(Inner)
    case place(Place)
    case custom(Custom)
    case none

    enum Inner: Equatable, Sendable { case yes, no(because: [Inner]) }
    struct Place: Equatable, Sendable {
      var shelf = "A"
      var row: Int?
    }
    struct Custom: Equatable, Sendable, CustomStringConvertible {
      var description: String { "set(\\State.name)" }
    }
  }

  @Test(
    "an action is shown as it is written",
    arguments: [
      (Talk.words("a \"b\"\n", count: 3), #"words("a \"b\"\n", count: 3)"#),
      (.words("", count: nil), #"words("", count: nil)"#),
      (.named(label: 1.5), "named(label: 1.5)"),
      (.many([1, 2, 3, 4, 5]), "many([1, 2, 3, … and 2 more])"),
      (.many([]), "many([])"),
      (.table(["a": 1]), #"table(["a": 1])"#),
      (.inner(.yes), "inner(.yes)"),
      (
        .inner(.no(because: [.yes, .no(because: [])])),
        "inner(.no(because: [.yes, .no(because: [])]))"
      ),
      (.place(Talk.Place()), #"place(Place(shelf: "A", row: nil))"#),
      (.custom(Talk.Custom()), #"custom(set(\State.name))"#),
      (.none, "none"),
    ])
  func actionText(action: Talk, text: String) async {
    let reports = Reports()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Talk> { _, _ in .none }
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    await store.receive(action)
    #expect(reports.texts.first?.contains("  Expected: \(text)\n") == true, "\(reports.texts)")
    await store.finish()
  }

  @Test("an action that is very long is cut")
  func longActionText() async {
    let reports = Reports()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Talk> { _, _ in .none }
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    await store.receive(.words(String(repeating: "x", count: 10_000), count: nil))
    #expect(reports.texts.first.map(\.count) ?? 0 < 1_000)
    await store.finish()
  }
}
