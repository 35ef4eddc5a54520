import Composable
import ComposableTesting
import Determinism
import Testing

extension TestStoreFailureTests {
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
}
