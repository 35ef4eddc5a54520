import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("What a test's store says of each failure, in full")
struct TestStoreFailureTests {
  let reports = Reports()
  let clock = TestClock()

  func counters() -> TestStore<Counters.State, Counters.Action> {
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

  func steps(
    _ work: @escaping @Sendable (String, Send<Steps.Action>) async throws -> Void = { _, _ in }
  ) -> TestStore<Steps.State, Steps.Action> {
    TestStore(initialState: Steps.State()) {
      Steps(work: work)
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
  }

  func shelf() -> TestStore<Shelf.State, Shelf.Action> {
    TestStore(initialState: Shelf.State()) {
      Shelf()
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
  }

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
}
