import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Reading desk, with a book or none")
struct ReadingDeskTests {
  let gate = Gate()

  /// A desk with a book that waits for its title, which the client gives at any price.
  func loadingDesk() async -> TestStoreOf<ReadingDeskFeature> {
    let store = TestStore(initialState: ReadingDeskFeature.State()) {
      ReadingDeskFeature()
    } withDependencies: { [gate] in
      $0.titles.title = {
        await gate.wait()
        return "Book \($0)"
      }
    }
    store.send(.open(1)) { $0.book = BookFeature.State(id: 1) }
    store.send(.book(.reload)) {
      $0.book?.generation = 1
      $0.book?.isLoading = true
    }
    await gate.arrival()
    return store
  }

  @Test("a book that lies there loads")
  func loads() async {
    let store = await loadingDesk()
    await gate.open()
    await store.receive(.book(.response(generation: 1, title: "Book 1"))) {
      $0.book?.isLoading = false
      $0.book?.title = "Book 1"
    }
    await store.finish()
  }

  @Test("once a book is closed nothing comes back")
  func closes() async {
    let store = await loadingDesk()
    store.send(.close) { $0.book = nil }
    await gate.open()
    await store.finish()
  }

  @Test("what was asked for a closed book does not change the one that is opened under its ID")
  func opensAgain() async {
    let store = await loadingDesk()
    store.send(.close) { $0.book = nil }
    store.send(.open(1)) { $0.book = BookFeature.State(id: 1) }
    await gate.open()
    await store.finish()
  }

  @Test("nor one with another ID that takes its place")
  func opensAnother() async {
    let store = await loadingDesk()
    store.send(.open(2)) { $0.book = BookFeature.State(id: 2) }
    await gate.open()
    await store.finish()
  }

  @Test("a book put in its place under its own ID is the same book, which knows its generation")
  func replaces() async {
    let store = await loadingDesk()
    store.send(.open(1)) { $0.book = BookFeature.State(id: 1) }
    await gate.open()
    await store.receive(.book(.response(generation: 1, title: "Book 1")))
    await store.finish()
  }
}
