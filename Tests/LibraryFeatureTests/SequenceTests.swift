import Catalogue
import Composable
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// The sequences in which a completion comes too late, through the parent and down to the disk.
@Suite("Late completions")
struct SequenceTests {
  typealias LibraryStore = Store<LibraryFeature.State, LibraryFeature.Action>

  private func id(_ number: BookNumber, in store: LibraryStore) throws -> BookID {
    try #require(store.withState { state in state.books.first { $0.book.number == number }?.id })
  }

  /// A source that waits for the test, and then knows every book as "Late".
  private func gated(_ gate: Gate) -> TitleSource {
    Fixture.source { request in
      await gate.wait()
      return Fixture.found("Late", request.isbn)
    }
  }

  @Test("start A's load, remove A, add B, release: nothing changes, and it is counted as removed")
  func removedWhileLoading() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let gate = Gate()
    let store = library.store(gated(gate))
    await store.send(.open(numbers)).finish()
    let a = try id(numbers[0], in: store)
    let load = store.send(.books(.element(id: a, action: .reload)))
    await gate.arrival()
    await store.send(.remove(a)).finish()
    let account = try #require(store.withState { $0.account })
    let b = Book(
      number: BookNumber(rawValue: 0), id: BookID(high: 0x7001, low: 1 << 63), account: account.id,
      isbn: Fixture.isbns[1], incarnation: Incarnation(value: 77))
    await store.send(.add(b)).finish()
    let before = store.withState { copy $0 }
    await gate.open()
    await load.finish()
    #expect(store.withState { $0 == before })
    #expect(store.withState { $0.refused } == [.removed: 1])
    #expect(try library.titles() == [BookNumber(rawValue: 2): nil])
    #expect(try library.ticketCount() == 0)
    #expect(store.isIdle)
  }

  @Test("remove A and add it again under the same ID while its load runs: refused")
  func addedAgain() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let gate = Gate()
    let store = library.store(gated(gate))
    await store.send(.open(numbers)).finish()
    let a = try id(numbers[0], in: store)
    let load = store.send(.books(.element(id: a, action: .reload)))
    await gate.arrival()
    await store.send(.remove(a)).finish()
    try library.restore(numbers)
    await store.send(.open(numbers)).finish()
    #expect(store.withState { $0.books.contains(id: a) })
    await gate.open()
    await load.finish()
    #expect(store.withState { $0.books[id: a]?.title } == nil)
    #expect(store.withState { $0.refused } == [.removed: 1])
    #expect(try library.titles() == [numbers[0]: nil])
  }

  @Test("remove and restore behind the store's back: the database refuses")
  func restoredElsewhere() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let gate = Gate()
    let store = library.store(gated(gate))
    await store.send(.open(numbers)).finish()
    let a = try id(numbers[0], in: store)
    let load = store.send(.books(.element(id: a, action: .reload)))
    await gate.arrival()
    try library.remove(numbers)
    try library.restore(numbers)
    await gate.open()
    await load.finish()
    #expect(store.withState { $0.refused } == [.removed: 1])
    #expect(try library.titles() == [numbers[0]: nil])
  }

  @Test(
    "loads under account one, a switch to two and back: nothing completes, nothing shows in two")
  func switchedAndBack() async throws {
    let library = try LibraryOnDisk()
    try library.addAccount("two")
    let numbers = try library.add(Fixture.isbns)
    let gate = Gate()
    let store = library.store(gated(gate))
    await store.send(.open(numbers)).finish()
    var loads: [StoreTask] = []
    for number in numbers {
      let id = try id(number, in: store)
      loads.append(store.send(.books(.element(id: id, action: .reload))))
    }
    await gate.arrival(3)
    await store.send(.useAccount("two")).finish()
    #expect(store.withState { $0.books.isEmpty })
    await store.send(.open(numbers)).finish()
    #expect(store.withState { $0.books.isEmpty })
    await store.send(.useAccount("home")).finish()
    await store.send(.open(numbers)).finish()
    await gate.open()
    for load in loads { await load.finish() }
    #expect(store.withState { $0.refused } == [.accountSwitched: 3])
    #expect(store.withState { $0.books.map(\.title) } == [nil, nil, nil])
    #expect(try library.titles().values.allSatisfy { $0 == nil })
    #expect(try library.ticketCount() == 0)
  }

  @Test("a second reload supersedes the first, also in the database")
  func secondReload() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let gates = [Gate(), Gate()]
    let calls = Shared(value: 0, domain: SharedDomain())
    let store = library.store(
      Fixture.source { request in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        await gates[call - 1].wait()
        return Fixture.found("Answer \(call)", request.isbn)
      })
    await store.send(.open(numbers)).finish()
    let a = try id(numbers[0], in: store)
    let first = store.send(.books(.element(id: a, action: .reload)))
    await gates[0].arrival()
    let second = store.send(.books(.element(id: a, action: .reload)))
    await gates[1].arrival()
    await gates[1].open()
    await second.finish()
    await gates[0].open()
    await first.finish()
    #expect(store.withState { $0.books[id: a]?.title } == "Answer 2")
    #expect(try library.titles() == [numbers[0]: "Answer 2"])
    #expect(try library.ticketCount() == 0)
  }

  @Test("an edit while the title is fetched stands, and the rest of the answer comes beneath it")
  func editWhileLoading() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let gate = Gate()
    let store = library.store(gated(gate))
    await store.send(.open(numbers)).finish()
    let a = try id(numbers[0], in: store)
    let load = store.send(.books(.element(id: a, action: .reload)))
    await gate.arrival()
    var typed = BookDetails()
    typed.title = "Mine"
    await store.send(.books(.element(id: a, action: .edit(typed)))).finish()
    await gate.open()
    await load.finish()
    #expect(try library.titles() == [numbers[0]: "Mine"])
    #expect(store.withState { $0.books[id: a]?.book.fetched.title } == "Late")
    #expect(store.withState { $0.refused.isEmpty })
  }

  @Test(
    "a change to a book that another process removed is refused, and the book leaves the window")
  func editOfRemoved() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let store = library.store(gated(Gate()))
    await store.send(.open(numbers)).finish()
    let a = try id(numbers[0], in: store)
    try library.remove(numbers)
    var typed = BookDetails()
    typed.title = "Mine"
    await store.send(.books(.element(id: a, action: .edit(typed)))).finish()
    #expect(store.withState { $0.books.isEmpty })
    #expect(try library.titles().isEmpty)
  }

  @Test(
    "a book that is added can be edited and removed at once, under the number that it was given")
  func addedThenChanged() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let store = library.store(gated(Gate()))
    await store.send(.open(numbers)).finish()
    let account = try #require(store.withState { $0.account })
    let book = Book(
      number: BookNumber(rawValue: 0), id: BookID(high: 0x7001, low: 1 << 63), account: account.id,
      isbn: Fixture.isbns[1], incarnation: Incarnation(value: 77))
    await store.send(.add(book)).finish()
    #expect(store.withState { $0.books[id: book.id]?.book.number } == BookNumber(rawValue: 2))
    var typed = BookDetails()
    typed.title = "Mine"
    await store.send(.books(.element(id: book.id, action: .edit(typed)))).finish()
    #expect(try library.titles() == [numbers[0]: nil, BookNumber(rawValue: 2): "Mine"])
    await store.send(.remove(book.id)).finish()
    #expect(try library.titles() == [numbers[0]: nil])
  }

  @Test("books that are opened late do not bring back the account that was left")
  func lateOpening() async throws {
    let library = try LibraryOnDisk()
    try library.addAccount("two")
    let numbers = try library.add([Fixture.isbns[0]])
    let store = library.store(gated(Gate()))
    await store.send(.open(numbers)).finish()
    let (loaded, account) = try #require(
      store.withState { state in
        state.account.map { account in
          (
            LoadedBooks(
              numbers: numbers, books: state.books.map(\.book), asOf: LogEntry(rawValue: 1)),
            account
          )
        }
      })
    await store.send(.useAccount("two")).finish()
    store.send(.opened(loaded, account, since: library.books.mark()))
    #expect(store.withState { $0.account?.name } == "two")
    #expect(store.withState { $0.books.isEmpty })
  }
}
