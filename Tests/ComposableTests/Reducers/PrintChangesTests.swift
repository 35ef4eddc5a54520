import Composable
import ComposableTesting
import Testing

@Suite("Printing changes")
struct PrintChangesTests {
  @Test("each action and its difference are printed, in order")
  func differences() async {
    let (printed, continuation) = AsyncStream.makeStream(of: String.self)
    let store = Store(
      initialState: Counters.State(counters: [Counter.State(id: 1), Counter.State(id: 2)])
    ) {
      Counters()._printChanges(.difference { continuation.yield($0) })
    }
    store.send(.counters(.element(id: 2, action: .increment)))
    store.send(.counters(.element(id: 2, action: .stop)))
    store.send(.note("first\nsecond"))
    var texts: [String] = []
    for await text in printed {
      texts.append(text)
      if texts.count == 3 { break }
    }
    #expect(
      texts == [
        """
        received action:
            .counters(.element(id: 2, action: .increment))
            State(
              counters: [
                [id: 1] State(id: 1, …)
                [id: 2] State(
                  id: 2
          −       count: 0
          +       count: 1
                  loaded: 0
                  isLoading: false
                )
              …

        """,
        """
        received action:
            .counters(.element(id: 2, action: .stop))
          (no state changes)

        """,
        """
        received action:
            .note(
              \"\"\"
                first
                second
              \"\"\"
            )
            State(
              counters: [2 elements]
              log: [
          +     [0] \"\"\"
          +       first
          +       second
          +     \"\"\"
              ]
            )

        """,
      ])
  }

  @Test("what changes in shared values is printed, and a test that watches them sees it too")
  func sharedValues() async {
    let (printed, continuation) = AsyncStream.makeStream(of: String.self)
    let reports = Reports()
    let store = TestStore(initialState: Form.State()) {
      Form()._printChanges(.difference { continuation.yield($0) })
    } withDependencies: {
      $0.issueReporter = reports.reporter
    }
    store.send(.set(\.sort, "author")) { $0.sort = "author" }
    #expect(reports.texts.isEmpty)
    store.send(.set(\.sort, "year"))
    #expect(reports.texts.count == 1)
    #expect(reports.texts.first?.contains("\"year\"") == true)
    await store.finish()
    for await text in printed {
      #expect(
        text == """
          received action:
              .binding(set(\\State.<computed (String)>, "author"))
            − "title"
            + "author"

          """)
      break
    }
  }

  @Test("actions come in the order in which they were reduced, from many threads")
  func order() async {
    let (printed, continuation) = AsyncStream.makeStream(of: Int.self)
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, _ in
        state += 1
        return .none
      }
      ._printChanges(_ReducerPrinter { continuation.yield($0.newState) })
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { for number in 0..<250 { store.send(number) } } }
    }
    var last = 0
    for await state in printed {
      #expect(state == last + 1)
      last = state
      if last == 1000 { break }
    }
  }

  @Test("without a printer nothing is kept or printed")
  func noPrinter() {
    struct Unique: Sendable {
      final class Storage: Sendable {}
      var storage = Storage()
      var wasShared = false
    }
    let store = Store(initialState: Unique()) {
      Reduce<Unique, Int> { state, action in
        state.wasShared = state.wasShared || !isKnownUniquelyReferenced(&state.storage)
        return .none
      }
      ._printChanges(nil)
    }
    store.send(1)
    #expect(store.withState { !$0.wasShared })
  }
}
