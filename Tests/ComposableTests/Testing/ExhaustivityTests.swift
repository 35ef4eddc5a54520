import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("A test that is not exhaustive")
struct ExhaustivityTests {
  let failures = Reports()
  let skipped = Reports()
  let clock = TestClock()

  private func steps(
    _ exhaustivity: Exhaustivity,
    _ work: @escaping @Sendable (String, Send<Steps.Action>) async throws -> Void = { _, _ in }
  ) -> TestStore<Steps.State, Steps.Action> {
    let store = TestStore(initialState: Steps.State()) {
      Steps(work: work)
    } withDependencies: {
      $0.issueReporter = failures.reporter
      $0.skippedAssertionReporter = skipped.reporter
    }
    store.exhaustivity = exhaustivity
    return store
  }

  private func shelf(_ exhaustivity: Exhaustivity) -> TestStore<Shelf.State, Shelf.Action> {
    let store = TestStore(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.issueReporter = failures.reporter
      $0.skippedAssertionReporter = skipped.reporter
    }
    store.exhaustivity = exhaustivity
    return store
  }

  @Test("what is not asserted may be anything, and what is asserted must hold")
  func partialAssertion() async {
    let store = steps(.off)
    store.send(.number(3)) { $0.count = 3 }
    store.send(.number(3)) { $0.log = ["3", "3"] }
    store.send(.number(3))
    #expect(failures.texts.isEmpty)
    store.send(.number(3)) { $0.count = 11 }
    #expect(failures.texts.count == 1)
    #expect(store.state.count == 12)
    await store.finish()
    #expect(skipped.texts.isEmpty)
  }

  @Test("what is not asserted of a shared value may be anything, and what is asserted must hold")
  func sharedValues() async {
    let store = shelf(.off)
    store.send(.add("b"))
    store.send(.add("c")) { $0.names = ["a", "b", "c"] }
    #expect(failures.texts.isEmpty)
    store.send(.add("d")) { $0.names = ["d"] }
    #expect(failures.texts.count == 1)
    #expect(store.state.names == ["a", "b", "c", "d"])
    store.send(.addFromEffect("e"))
    await store.finish()
    #expect(store.state.names == ["a", "b", "c", "d", "e"])
    #expect(failures.texts.count == 1)
    #expect(skipped.texts.isEmpty)
  }

  @Test("actions before the one that is received are reduced and skipped")
  func skipsToTheReceived() async {
    let store = steps(.off) { _, send in for number in 1...5 { send(.number(number)) } }
    store.send(.start("a"))
    await store.receive(.number, 3) { $0.count = 6 }
    store.send(.number(100)) { $0.log = ["1", "2", "3", "4", "5", "100"] }
    await store.finish()
    #expect(failures.texts.isEmpty && skipped.texts.isEmpty)
  }

  @Test("what is left at the end is reduced, also what follows from it, and effects may go on")
  func end() async {
    let gate = Gate()
    let store = steps(.off) { [clock] name, send in
      if name == "sleeper" { try await clock.sleep(for: .seconds(1)) }
      send(.did(name))
      await gate.open()
    }
    store.send(.start("a"))
    store.send(.start("sleeper"))
    await store.finish()
    #expect(store.state.log == ["a"])
    #expect(failures.texts.isEmpty && skipped.texts.isEmpty)
  }

  @Test("what is skipped is shown when that is asked for, and fails nothing")
  func shown() async {
    let store = steps(.off(showSkippedAssertions: true)) { [clock] name, send in
      send(.did(name))
      send(.number(1))
      try await clock.sleep(for: .seconds(1))
    }
    store.send(.start("a"))
    await store.receive(.number, 1) { $0.count = 1 }
    await store.skipInFlightEffects()
    await store.finish()
    #expect(failures.texts.isEmpty)
    #expect(
      skipped.texts == [
        """
        1 received action was skipped.

          did("a")
        """,
        """
        Not all that changed after number(1) was asserted.

            State(
              log: [
                [0] "a"
          +     [1] "1"
              ]
              count: 1
            )

        (− asserted, + actual)
        """,
        """
        1 effect in flight was cancelled.

          Steps.swift:24 waits for a test's clock until 1.0 seconds
        """,
      ])
  }

  @Test("a shared value's change that is not asserted is shown when that is asked for")
  func shownSharedValue() async {
    let store = shelf(.off(showSkippedAssertions: true))
    store.send(.add("b"))
    store.send(.addFromEffect("c"))
    await store.finish()
    #expect(failures.texts.isEmpty)
    #expect(skipped.texts.count == 2)
    #expect(skipped.texts.first?.hasPrefix("Not all that changed after add(\"b\")") == true)
    #expect(skipped.texts.last?.contains("By: the effect at Shelf.swift:21") == true)
  }

  @Test("the exhaustivity may be another one for a while")
  func forAWhile() async {
    let store = steps(.on) { name, send in send(.did(name)) }
    store.withExhaustivity(.off) { _ = store.send(.number(1)) }
    #expect(store.exhaustivity == .on)
    await store.withExhaustivity(.off) {
      store.send(.start("a"))
      await store.receive(.did)
    }
    #expect(store.exhaustivity == .on)
    #expect(failures.texts.isEmpty)
    store.send(.number(1))
    #expect(failures.texts.count == 1)
    await store.finish()
  }

  @Test("received actions can be skipped in an exhaustive test, with what follows from them")
  func skipReceived() async {
    let store = steps(.on) { name, send in
      send(.did(name))
      if name == "a" { send(.start("b")) }
    }
    store.send(.start("a"))
    await store.skipReceivedActions()
    #expect(store.state.log == ["a", "b"])
    await store.finish()
    #expect(failures.texts.isEmpty)
  }

  @Test("effects in flight can be skipped in an exhaustive test, also those that do not end")
  func skipEffects() async {
    let gate = Gate()
    let ended = Gate()
    let store = steps(.on) { name, send in
      await gate.wait()
      send(.did(name))
      await ended.open()
    }
    store.send(.start("a"))
    await gate.arrival()
    await store.skipInFlightEffects()
    await store.finish()
    #expect(failures.texts.isEmpty)
    await gate.open()
    await ended.wait()
    #expect(store.state.log.isEmpty)
    store.send(.number(1)) {
      $0.count = 1
      $0.log = ["1"]
    }
    await store.finish()
    #expect(failures.texts.isEmpty)
  }
}
