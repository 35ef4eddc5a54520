import Composable
import ComposableTesting
import Testing

@Suite("Shared values that a reducer makes")
struct SharedMadeInReducerTests {
  private struct Child: Equatable, Sendable {
    @Shared(.inMemory("count")) var count = 0
  }

  private struct Parent: Reducer {
    struct State: Equatable, Sendable {
      @Shared(.inMemory("count")) var count = 0
      var child: Child?
    }

    enum Action: Equatable, Sendable {
      case present
      case increment
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .present: state.child = Child()
      case .increment: state.child?.count += 1
      }
      return .none
    }
  }

  @Test("belong to the store's domain, whoever sends the action")
  func domain() {
    let store = Store(initialState: Parent.State()) {
      Parent()
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
    }
    store.send(.present)
    store.send(.increment)
    #expect(store.withState { $0.count } == 1)
  }

  @Test("are seen by a test's store")
  func testStore() async {
    let store = TestStore(initialState: Parent.State()) { Parent() }
    store.send(.present) { $0.child = Child() }
    store.send(.increment) { $0.child?.count = 1 }
    #expect(store.state.count == 1)
    await store.finish()
  }

  @Test("are not saved in a test's store, and their medium is not asked")
  func notSaved() async {
    let key = WordKey(id: "word", medium: TestMedium())
    key.disk.wrappedValue = "on disk"
    let store = TestStore(initialState: "") {
      Reduce<String, Int> { state, _ in
        state = Shared(wrappedValue: "default", key).wrappedValue
        return .none
      }
    }
    store.send(0) { $0 = "default" }
    await store.finish()
  }
}
