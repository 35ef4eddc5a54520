import Composable
import ComposableTesting
import Testing

@Suite("Watching a part of the state")
struct OnChangeTests {
  struct State: Equatable, Sendable {
    var counters: IdentifiedCollection<Counter.State> = []
    var total = 0
  }

  @Test("it runs after the reducer that it is put on, with the old and the new value")
  func order() {
    let seen = Shared(value: [String](), domain: SharedDomain())
    let store = Store(initialState: 1) {
      Reduce<Int, Int> { state, action in
        seen.withLock { $0.append("base") }
        state = action
        return .none
      }
      .onChange(of: { $0 / 10 }) { old, new in
        Reduce { state, action in
          seen.withLock { $0.append("\(old) → \(new), state \(state), action \(action)") }
          state += 1
          return .none
        }
      }
    }
    store.send(2)
    #expect(seen.wrappedValue == ["base"])
    store.send(25)
    #expect(seen.wrappedValue == ["base", "base", "0 → 2, state 25, action 25"])
    #expect(store.withState { $0 } == 26)
  }

  @Test("effects of both are done")
  func effects() async {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 0 ? .send(1) : .none
      }
      .onChange(of: \.count) { _, count in
        Reduce { _, action in action == 0 ? .send(10 + count) : .none }
      }
    }
    await store.send(0).finish()
    #expect(store.withState { $0 } == [0, 1, 11])
  }

  @Test("changing the state while it is watched does not copy it")
  func noCopy() {
    /// Knows whether it is the only one that holds its storage.
    struct Unique: Sendable {
      final class Storage: Sendable {}
      var storage = Storage()
      var wasShared = false
      var number = 0
    }
    let store = Store(initialState: Unique()) {
      Reduce<Unique, Int> { state, action in
        state.wasShared = state.wasShared || !isKnownUniquelyReferenced(&state.storage)
        state.number = action
        return .none
      }
      .onChange(of: \.number) { _, _ in
        Reduce { state, _ in
          state.wasShared = state.wasShared || !isKnownUniquelyReferenced(&state.storage)
          return .none
        }
      }
    }
    store.send(1)
    store.send(2)
    #expect(store.withState { !$0.wasShared && $0.number == 2 })
  }

  @Test("what it builds has the dependencies of the store")
  func dependencies() async {
    struct Asker: Reducer {
      @Dependency(\.loadNumber) var loadNumber
      let count: Int
      func reduce(into state: inout State, action: Counters.Action) -> Effect<Counters.Action> {
        .run { [loadNumber, count] send in send(.note("\(await loadNumber(count))")) }
      }
    }
    let noted = Shared(value: [String](), domain: SharedDomain())
    let store = Store(initialState: State()) {
      Reduce<State, Counters.Action> { state, action in
        if case .add(let id) = action { state.counters.append(Counter.State(id: id)) }
        if case .note(let text) = action { noted.withLock { $0.append(text) } }
        return .none
      }
      .onChange(of: { $0.counters.count }) { _, count in Asker(count: count) }
    } withDependencies: {
      $0.loadNumber = { $0 * 100 }
    }
    await store.send(.add(1)).finish()
    await store.send(.add(2)).finish()
    #expect(noted.wrappedValue == ["100", "200"])
  }
}
