import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("What a test's store says of each failure, in full")
struct TestStoreFailureTests {
  let reports = Reports()
  let clock = TestClock()

  private func counters() -> TestStore<Counters.State, Counters.Action> {
    TestStore(initialState: Counters.State(counters: [Counter.State(id: 1)])) {
      Counters()
    } withDependencies: {
      $0.issueReporter = reports.reporter
      $0.loadNumber = { [clock] id in
        try? await clock.sleep(for: .seconds(1))
        return id
      }
    }
  }

  private func steps(
    _ work: @escaping @Sendable (String, Send<Steps.Action>) async throws -> Void = { _, _ in }
  ) -> TestStore<Steps.State, Steps.Action> {
    TestStore(initialState: Steps.State()) {
      Steps(work: work)
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
  }

  private func shelf() -> TestStore<Shelf.State, Shelf.Action> {
    TestStore(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
  }

  // MARK: Values

  @Test("a state that is not the expected one")
  func unexpectedState() async {
    let store = counters()
    store.send(.counters(.element(id: 1, action: .increment))) {
      $0.counters[id: 1]?.count = 2
    }
    await store.finish()
    #expect(
      reports.texts == [
        """
        The state is not as expected after counters(.element(id: 1, action: .increment)).

            State(
              counters: [
                [id: 1] State(
                  id: 1
          −       count: 2
          +       count: 1
                  loaded: 0
                  isLoading: false
                )
              …

        (− expected, + actual)

        Likely causes: the closure says too little, too much or nothing, or the reducer does not do \
        what it should. The closure is given the value from before the action; let it make every \
        change that the action makes.
        """
      ])
  }

  @Test("a shared value that is not the expected one")
  func unexpectedSharedValue() async {
    let store = shelf()
    store.send(.add("b"))
    await store.finish()
    #expect(
      reports.texts == [
        """
        A shared value is not as expected after add("b").

            [
              [0] "a"
          +   [1] "b"
            ]

        (− expected, + actual)

        Likely causes: the closure says too little, too much or nothing, or the reducer does not do \
        what it should. The closure is given the value from before the action; let it make every \
        change that the action makes.
        """
      ])
  }

  @Test("a state that is not the asserted one")
  func unexpectedAssertedState() async {
    let store = steps()
    store.send(.number(3)) {
      $0.count = 3
      $0.log = ["3"]
    }
    store.assert { $0.count += 1 }
    await store.finish()
    #expect(
      reports.texts == [
        """
        The state is not as expected.

            State(
              log: [1 element]
          −   count: 4
          +   count: 3
            )

        (− expected, + actual)

        The closure of assert is given the state as it is, and must not change it: assign what you \
        expect ($0.count = 2), do not count from what is there ($0.count += 1).
        """
      ])
  }

  @Test("a state that does not hold in a test that is not exhaustive")
  func unexpectedStateNotExhaustive() async {
    let store = steps()
    store.exhaustivity = .off
    store.send(.number(3)) { $0.count += 3 }
    await store.finish()
    #expect(
      reports.texts == [
        """
        The state is not as expected after number(3).

            State(
              log: [1 element]
          −   count: 6
          +   count: 3
            )

        (− expected, + actual)

        In a test that is not exhaustive the closure is given the state from after the action, and \
        must not change it: assign what you expect ($0.count = 2), do not count from what was there \
        ($0.count += 1).
        """
      ])
  }

  @Test("an expectation that throws")
  func throwingExpectation() async {
    struct Missing: Error {}
    let store = steps()
    store.send(.number(3)) { _ in throw Missing() }
    await store.finish()
    #expect(
      reports.texts == [
        """
        The expectation after number(3) ended with an error, and nothing was compared.

          Error: Missing()

        Likely causes: a #require or a try in the closure did not hold.

        Let the closure only assign what is expected, and check other things outside of it.
        """
      ])
  }

  @Test("a shared value that an effect changes itself")
  func unassertedSharedChange() async {
    let store = shelf()
    store.send(.addFromEffect("b"))
    await store.finish()
    #expect(
      reports.texts == [
        """
        A shared value was changed outside of any action, and nothing asserts it.

          By: the effect at Shelf.swift:21

            [
              [0] "a"
          +   [1] "b"
            ]

        (− before, + after)

        Likely causes: an effect changes a shared value itself, or the test does.

        Let the effect send an action, and let its reducer change the value.
        """
      ])
  }

  @Test("a shared value that the test changes")
  func sharedChangeByTest() async {
    let store = shelf()
    store.state.$names.withLock { $0.append("z") }
    await store.finish()
    #expect(
      reports.texts.first?.contains(
        """
          By: no effect of this store

            [
              [0] "a"
          +   [1] "z"
            ]
        """) == true)
  }

  // MARK: Actions

  @Test("an action that is sent while others wait")
  func sentWhileWaiting() async {
    let store = steps { name, send in send(.did(name)) }
    store.send(.start("a"))
    await store.effectsDidRest()
    store.send(.number(1)) {
      $0.count = 1
      $0.log = ["1"]
    }
    #expect(
      reports.texts == [
        """
        An action was sent while 1 received action waits.

          did("a")

        Likely causes: an effect sends more than the test says.

        Receive what effects have sent before sending the next action, or skip it with \
        skipReceivedActions().
        """
      ])
    await store.receive(.did, "a") { $0.log = ["1", "a"] }
    await store.finish()
    #expect(reports.texts.count == 1)
  }

  @Test("another action than the expected one, of which no change is compared")
  func anotherAction() async {
    let store = steps { name, send in send(.did(name)) }
    store.send(.start("a"))
    await store.receive(.did("b")) { $0.log = ["b"] }
    #expect(store.state.log == ["a"])
    await store.finish()
    #expect(
      reports.texts == [
        """
        Another action was received than the one expected.

          Expected: did("b")
          Received: did("a")

        Likely causes: effects send in another order, or one sends more than the test says.

        Receive this action first. It was reduced now, and its changes were not compared.
        """
      ])
  }

  @Test("an action that nothing will send")
  func nothingComes() async {
    let store = steps()
    await store.receive(.number)
    #expect(
      reports.texts == [
        """
        An action was expected, and none came.

          Expected: an action of a case with Int
          Effects in flight: 0

        Likely causes: the effect sends nothing, it was cancelled, or its feature is gone.

        Check that the action before this one starts the effect, and what the effect is given.
        """
      ])
    await store.finish()
  }

  @Test("an action from an effect that waits for the test's clock")
  func parkedEffect() async {
    let store = counters()
    store.send(.counters(.element(id: 1, action: .load))) { $0.counters[id: 1]?.isLoading = true }
    await store.receive(.counters(.element(id: 1, action: .loaded(1))))
    #expect(
      reports.texts == [
        """
        An action was expected, and none came.

          Expected: counters(.element(id: 1, action: .loaded(1)))
          Effects in flight: 1
            CounterFeature.swift:31 waits for a test's clock until 1.0 seconds

        Likely causes: the effect waits for a clock that has to be moved first.

        Move the clock with advance(by:) before receiving.
        """
      ])
    await store.skipInFlightEffects()
    await store.finish()
    #expect(reports.texts.count == 1)
  }

  @Test("an action that none of the received ones is, in a test that is not exhaustive")
  func nothingMatches() async {
    let store = steps { name, send in
      send(.did(name))
      send(.number(1))
    }
    store.exhaustivity = .off
    store.send(.start("a"))
    await store.receive(where: { $0 == .stop })
    #expect(
      reports.texts == [
        """
        An action was expected, and none came.

          Expected: an action that the condition holds for
          Effects in flight: 0
          Skipped:
            did("a")
            number(1)

        Likely causes: the effect sends nothing, it was cancelled, or its feature is gone.

        Check that the action before this one starts the effect, and what the effect is given.
        """
      ])
    await store.finish()
  }

  @Test("a wait that is ended by the end of its task, as a time limit does it")
  func cancelledWait() async {
    let gate = Gate()
    // A task of its own, so that the test's is not cancelled.
    await Task {
      let store = steps { _, _ in await gate.wait() }
      store.send(.start("a"))
      await gate.arrival()
      withUnsafeCurrentTask { $0?.cancel() }
      await store.receive(.did, "a")
      await store.skipInFlightEffects()
    }.value
    await gate.open()
    #expect(
      reports.texts == [
        """
        An action was expected, and none came.

          Expected: did("a")
          Effects in flight: 1
            Steps.swift:24 works, or waits for something else

        The test was cancelled while it waited, for example by a time limit.
        """
      ])
  }

  @Test("nothing to skip")
  func nothingToSkip() async {
    let store = steps()
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
    #expect(reports.texts.isEmpty)
    await store.skipReceivedActions()
    await store.skipInFlightEffects()
    await store.finish()
    #expect(
      reports.texts == [
        """
        There was no received action to skip.

        Likely causes: it was received or has ended already, or it never came.

        Remove the call, or pass strict: false when there need not be any.
        """,
        """
        There was no effect in flight to skip.

        Likely causes: it was received or has ended already, or it never came.

        Remove the call, or pass strict: false when there need not be any.
        """,
      ])
  }

  @Test("effects that are skipped while what they have sent waits")
  func skippedWhileWaiting() async {
    let store = steps { [clock] name, send in
      send(.did(name))
      try await clock.sleep(for: .seconds(1))
    }
    store.send(.start("a"))
    await store.skipInFlightEffects()
    await store.finish()
    #expect(
      reports.texts == [
        """
        Effects in flight were skipped while 1 received action waits.

          did("a")

        Likely causes: an effect has sent something before it was skipped; it is dropped with it.

        Receive what effects have sent before, or skip it with skipReceivedActions().
        """
      ])
  }

  // MARK: The end

  @Test("actions that are not received at the end")
  func unreceivedAtTheEnd() async {
    let store = steps { name, send in for number in 1...12 { send(.number(number)) } }
    store.send(.start("a"))
    await store.finish()
    #expect(
      reports.texts == [
        """
        The test ends, and 12 received actions were not handled.

          number(1)
          number(2)
          number(3)
          number(4)
          number(5)
          number(6)
          number(7)
          number(8)
          number(9)
          number(10)
          … and 2 more

        Likely causes: an effect sends more than the test says.

        Receive what effects have sent, skip it with skipReceivedActions(), or end the effects that \
        send it.
        """
      ])
  }

  @Test("an effect that has not ended at the end, and a store that is let go without one")
  func unfinishedEffect() async {
    do {
      let store = counters()
      store.send(.counters(.element(id: 1, action: .load))) {
        $0.counters[id: 1]?.isLoading = true
      }
      await store.finish()
      // Something has happened since, so that the end is looked at again.
      store.send(.note("late")) { $0.log = ["late"] }
    }
    let text = """
      The test ends, and 1 effect is still in flight, of which 1 waits for a test's clock.

        CounterFeature.swift:31 waits for a test's clock until 1.0 seconds

      Likely causes: a clock was not moved far enough, a long-living effect was not cancelled, or \
      something that the effect waits for never comes.

      Move the clock, send the action that ends the effect, or skip it with skipInFlightEffects().
      """
    let letGo = """
      The store was let go without finish(); await it last, since it waits for effects.
      """
    #expect(reports.texts == [text, "\(text)\n\n\(letGo)"])
  }

  @Test("the effects of one action that wait for a test's clock")
  func unfinishedTask() async {
    let store = steps { [clock] name, _ in try await clock.sleep(for: .seconds(2)) }
    let task = store.send(.start("a"))
    await task.finish()
    #expect(
      reports.texts == [
        """
        The end of an action's effects was awaited, and 1 effect is still in flight, of which 1 waits for a test's clock.

          Steps.swift:24 waits for a test's clock until 2.0 seconds

        Likely causes: a clock was not moved far enough, a long-living effect was not cancelled, or \
        something that the effect waits for never comes.

        Move the clock, send the action that ends the effect, or skip it with skipInFlightEffects().
        """
      ])
    await task.cancel()
    await store.finish()
    #expect(reports.texts.count == 1)
  }
}
