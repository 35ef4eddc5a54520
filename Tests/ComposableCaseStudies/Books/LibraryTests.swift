import Composable
import ComposableTesting
import Determinism
import Testing

@Suite("Library")
struct LibraryTests {
  @Test("loads a book that is added")
  func adds() async {
    let store = TestStore(initialState: LibraryFeature.State()) {
      LibraryFeature()
    } withDependencies: {
      $0.titles.title = { "Book \($0)" }
    }
    store.send(.add(1)) { $0.books = [BookFeature.State(id: 1)] }
    await store.receive(.books(.element(id: 1, action: .reload))) {
      $0.books[id: 1]?.generation = 1
      $0.books[id: 1]?.isLoading = true
    }
    await store.receive(
      .books(.element(id: 1, action: .response(generation: 1, title: "Book 1")))
    ) {
      $0.books[id: 1]?.isLoading = false
      $0.books[id: 1]?.title = "Book 1"
    }
    await store.finish()
  }

  @Test("reloads all, as far as the test cares")
  func reloadsAll() async {
    let store = TestStore(
      initialState: LibraryFeature.State(
        books: [BookFeature.State(id: 1), BookFeature.State(id: 2)])
    ) {
      LibraryFeature()
    } withDependencies: {
      $0.titles.title = { "Book \($0)" }
    }
    store.exhaustivity = .off
    store.send(.reloadAll)
    await store.finish()
    store.assert {
      $0.books[id: 1]?.title = "Book 1"
      $0.books[id: 2]?.title = "Book 2"
    }
  }

  @Test("a book that is removed gets no answer, and the others do")
  func removes() async {
    let gate = Gate()
    let store = TestStore(
      initialState: LibraryFeature.State(
        books: [BookFeature.State(id: 1), BookFeature.State(id: 2)])
    ) {
      LibraryFeature()
    } withDependencies: {
      $0.titles.title = {
        await gate.wait()
        return "Book \($0)"
      }
    }
    for id in [1, 2] {
      store.send(.books(.element(id: id, action: .reload))) {
        $0.books[id: id]?.generation = 1
        $0.books[id: id]?.isLoading = true
      }
    }
    await gate.arrival(2)
    store.send(.remove(1)) { $0.books.remove(id: 1) }
    await gate.open()
    await store.receive(
      .books(.element(id: 2, action: .response(generation: 1, title: "Book 2")))
    ) {
      $0.books[id: 2]?.isLoading = false
      $0.books[id: 2]?.title = "Book 2"
    }
    await store.finish()
  }
}
