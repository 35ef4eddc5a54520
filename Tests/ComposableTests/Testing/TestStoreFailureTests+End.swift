import Composable
import ComposableTesting
import Determinism
import Testing

extension TestStoreFailureTests {
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
      // The work ends with its task: it has nothing to send once the store is gone.
      let store = steps { [clock] _, _ in try await clock.sleep(for: .seconds(1)) }
      store.send(.start("a"))
      await store.finish()
      // Something has happened since, so that the end is looked at again.
      store.send(.number(1)) {
        $0.count = 1
        $0.log = ["1"]
      }
    }
    let text = """
      The test ends, and 1 effect is still in flight, of which 1 waits for a test's clock.

        Steps.swift:24 waits for a test's clock until 1.0 seconds

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
