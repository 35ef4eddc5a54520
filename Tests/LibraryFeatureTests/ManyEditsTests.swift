import Catalogue
import Composable
import Storage
import Testing

@testable import LibraryFeature

@Suite("Many edits at once")
struct ManyEditsTests {
  @Test("each edit brings back its own verdict, once")
  func manyEdits() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add(Fixture.isbns)
    let account = try await library.client.account(nil)
    let decided = Shared(value: [BookID: Int](), domain: SharedDomain())
    let store = Store(
      initialState: LibraryFeature.State(books: library.books, account: account)
    ) {
      Reduce<LibraryFeature.State, LibraryFeature.Action> { _, action in
        if case .books(.element(let id, .decided)) = action {
          decided.withLock { $0[id, default: 0] += 1 }
        }
        return .none
      }
      LibraryFeature()
    } withDependencies: {
      $0.sharedDomain = library.domain
      $0.library = library.client
      $0.instant = { Fixture.now }
    }
    await store.send(.open(numbers)).finish()
    let ids = store.withState { $0.books.ids }
    var tasks: [StoreTask] = []
    for round in 1...20 {
      for id in ids {
        var details = BookDetails()
        details.title = "\(round)"
        tasks.append(store.send(.books(.element(id: id, action: .edit(details)))))
      }
    }
    for task in tasks { await task.finish() }
    #expect(try library.titles().values.allSatisfy { $0 == "20" })
    // No more verdicts than edits, however many were under way at once.
    #expect(decided.wrappedValue.values.allSatisfy { (1...(20 * 20)).contains($0) })
    #expect(decided.wrappedValue.count == ids.count)
  }
}
