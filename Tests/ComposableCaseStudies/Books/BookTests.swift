import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Book")
struct BookTests {
  @Test("loads its title")
  func loads() async {
    let store = TestStore(initialState: BookFeature.State(id: 1)) {
      BookFeature()
    } withDependencies: {
      $0.titles.title = { "Book \($0)" }
    }
    store.send(.reload) {
      $0.generation = 1
      $0.isLoading = true
    }
    await store.receive(.response(generation: 1, title: "Book 1")) {
      $0.isLoading = false
      $0.title = "Book 1"
    }
    await store.finish()
  }

  @Test("shows why it could not load, and no longer once it loads again")
  func fails() async {
    let store = TestStore(initialState: BookFeature.State(id: 1)) {
      BookFeature()
    } withDependencies: {
      $0.titles.title = { throw TitleClient.NotFound(id: $0) }
    }
    store.send(.reload) {
      $0.generation = 1
      $0.isLoading = true
    }
    await store.receive(.failed(generation: 1, error: "There is no book 1.")) {
      $0.isLoading = false
      $0.error = "There is no book 1."
    }
    store.send(.reload) {
      $0.generation = 2
      $0.isLoading = true
      $0.error = nil
    }
    await store.receive(.failed(generation: 2, error: "There is no book 1.")) {
      $0.isLoading = false
      $0.error = "There is no book 1."
    }
    await store.finish()
  }

  @Test("stopped, it gets no answer, even from a client that does not listen")
  func stops() async {
    let gate = Gate()
    let store = TestStore(initialState: BookFeature.State(id: 1)) {
      BookFeature()
    } withDependencies: {
      $0.titles.title = {
        await gate.wait()
        return "Book \($0)"
      }
    }
    store.send(.reload) {
      $0.generation = 1
      $0.isLoading = true
    }
    await gate.arrival()
    store.send(.stop) {
      $0.generation = 2
      $0.isLoading = false
    }
    await gate.open()
    await store.finish()
  }

  @Test("asked again, it gets the newer answer, though the older one comes later")
  func overtakes() async {
    let older = Gate()
    let requests = Shared(value: 0, domain: SharedDomain())
    let store = TestStore(initialState: BookFeature.State(id: 1)) {
      BookFeature()
    } withDependencies: {
      $0.titles.title = { _ in
        let request = requests.withLock { count in
          count += 1
          return count
        }
        if request == 1 { await older.wait() }
        return "Answer \(request)"
      }
    }
    store.send(.reload) {
      $0.generation = 1
      $0.isLoading = true
    }
    await older.arrival()
    store.send(.reload) { $0.generation = 2 }
    await store.receive(.response(generation: 2, title: "Answer 2")) {
      $0.isLoading = false
      $0.title = "Answer 2"
    }
    await older.open()
    await store.finish()
  }

  @Test("refuses an answer of an earlier generation, whoever sends it")
  func generation() async {
    let store = TestStore(
      initialState: BookFeature.State(id: 1, title: "New", generation: 2)
    ) {
      BookFeature()
    }
    store.send(.response(generation: 1, title: "Old"))
    store.send(.failed(generation: 1, error: "Old"))
    store.send(.response(generation: 2, title: "Newer")) { $0.title = "Newer" }
    await store.finish()
  }
}
