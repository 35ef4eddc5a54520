import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

@Suite("The list that is browsed")
struct BrowseListTests {
  @Test("shows the first page, in the library's window too, and how many there are")
  func start() async {
    let world = BrowseWorld(count: 3)
    let store = world.store()
    store.send(.list(.start)) {
      $0.list.serial = 1
      $0.list.loading = PageRequest(
        serial: 1, account: world.account, query: nil, sort: BookSort(.number), place: .start,
        limit: 200, isRefresh: false)
    }
    await store.receive(.list) {
      $0.list.answered = $0.list.loading
      $0.list.loading = nil
      $0.list.rows = world.rows(0..<3)
    }
    await store.receive(.library) { $0.library.books = IdentifiedCollection(world.children(0..<3)) }
    await store.receive(.list) { $0.list.total = 3 }
    await store.finish()
  }

  @Test("who goes on while the list is read anew stays where one has gone")
  func movedMeanwhile() async throws {
    let world = BrowseWorld(count: 3)
    let store = world.store()
    store.exhaustivity = .off
    store.send(.list(.start))
    await store.skipReceivedActions(strict: false)
    var list = store.state.list
    let asked = list.ask(for: list.here, isRefresh: true)
    let request = try #require(asked)
    list.selected = 2
    list.take(world.page(request), for: request)
    #expect(list.selectedRow == world.rows(0..<3)[2])
    await store.finish()
  }

  @Test("pages come before one is at the end, in both directions; the far end of the window goes")
  func paging() async {
    let world = BrowseWorld(count: 2000)
    let store = world.store()
    store.exhaustivity = .off
    store.send(.list(.start))
    await store.skipReceivedActions(strict: false)
    func press(_ move: BookListFeature.Move, until: (BookListFeature.State) -> Bool) async {
      for _ in 0..<400 where !until(store.state.list) {
        store.send(.list(.move(move)))
        await store.skipReceivedActions(strict: false)
        let list = store.state.list
        #expect(list.rows.count <= 600)
        #expect(
          list.rows.map(\.number.rawValue)
            == list.rows.indices.map {
              list.rows[0].number.rawValue + Int64($0)
            })
        #expect(Set(store.state.library.books.ids) == Set(list.rows.map(\.id)))
        #expect(
          list.rows[list.top..<min(list.top + list.height, list.rows.count)]
            .contains { $0 == list.selectedRow })
      }
    }
    await press(.pageDown) { !$0.hasAfter && $0.selected == $0.rows.count - 1 }
    #expect(store.state.list.selectedRow?.number.rawValue == 2000)
    #expect(store.state.list.hasBefore)
    await press(.pageUp) { !$0.hasBefore && $0.selected == 0 }
    #expect(store.state.list.selectedRow?.number.rawValue == 1)
    let count = world.asked.wrappedValue.count
    #expect(count < 25, "a page for every 200 books, not for every key: \(count)")
    await store.finish()
  }

  @Test("the end and the start are a page away, whatever is between")
  func ends() async {
    let world = BrowseWorld(count: 100_000)
    let store = world.store()
    store.exhaustivity = .off
    store.send(.list(.start))
    await store.skipReceivedActions(strict: false)
    store.send(.list(.move(.end)))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.list.selectedRow?.number.rawValue == 100_000)
    #expect(store.state.list.rows.count <= 400 && !store.state.list.hasAfter)
    store.send(.list(.move(.home)))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.list.selectedRow?.number.rawValue == 1)
    #expect(world.asked.wrappedValue.map(\.place).contains(.end))
    #expect(world.asked.wrappedValue.count <= 6)
    await store.finish()
  }

  @Test("a search waits until nothing was typed for a while, and asks once")
  func debounces() async throws {
    let world = BrowseWorld(count: 3)
    let store = world.store()
    await world.start(store)
    store.send(.list(.beginSearch)) { $0.list.isTyping = true }
    for (text, character) in [("d", "d"), ("du", "u"), ("dun", "n")] as [(String, Character)] {
      store.send(.list(.type(.character(character)))) {
        $0.list.search = LineEditor(text)
        $0.list.query = try BookQuery(text)
        _ = $0.list.ask(for: .start)
      }
      #expect(store.state.list.isSearching)
      await world.clock.advance(by: .milliseconds(149))
    }
    #expect(world.asked.wrappedValue.count == 1, "only the start of the list was asked for")
    await world.clock.advance(by: .milliseconds(1))
    let request = try #require(world.asked.wrappedValue.last)
    let query = try BookQuery("dun")
    #expect(world.asked.wrappedValue.count == 2 && request.query == query)
    await store.receive(.list) {
      $0.list.take(world.page(request), for: request)
      $0.library.books = []
    }
    await store.receive(.library)
    #expect(store.state.list.rows.isEmpty && !store.state.list.isSearching)
    await store.finish()
  }

  @Test("typing on ends the search that is under way, and its answer is not delivered")
  func cancelsInFlight() async throws {
    let world = BrowseWorld(count: 3)
    let gate = Gate()
    let slow = try BookQuery("a")
    let store = world.store(page: { request in
      if request.query == slow {
        await gate.wait()
        #expect(Task.isCancelled)
        throw CancellationError()
      }
      return world.page(request)
    })
    await world.start(store)
    store.send(.list(.type(.character("a")))) {
      $0.list.search = LineEditor("a")
      $0.list.query = slow
      _ = $0.list.ask(for: .start)
    }
    await world.clock.advance(by: .milliseconds(150))
    await gate.arrival()
    store.send(.list(.clearSearch)) {
      $0.list.search = LineEditor()
      $0.list.query = nil
      _ = $0.list.ask(for: .start)
    }
    await gate.open()
    await world.clock.advance(by: .milliseconds(150))
    let request = try #require(world.asked.wrappedValue.last)
    await store.receive(.list) { $0.list.take(world.page(request), for: request) }
    await store.receive(.library)
    await store.finish()
  }

  @Test("a page that was asked for before the search changed is refused, however it comes")
  func latePage() async throws {
    let world = BrowseWorld(count: 300)
    let store = world.store()
    await world.start(store)
    func type(_ character: Character) {
      store.send(.list(.type(.character(character)))) {
        $0.list.search.take(.character(character))
        $0.list.query = try BookQuery($0.list.search.text)
        _ = $0.list.ask(for: .start)
      }
    }
    type("x")
    let old = try #require(store.state.list.loading)
    type("y")
    let before = store.state
    store.send(.list(.loaded(old, world.page(world.asked.wrappedValue[0]))))
    store.send(.list(.failed(old, "late")))
    #expect(store.state == before)
    await world.clock.advance(by: .milliseconds(150))
    let request = try #require(world.asked.wrappedValue.last)
    #expect(request.serial == old.serial + 1)
    await store.receive(.list) {
      $0.list.take(world.page(request), for: request)
      $0.library.books = []
    }
    await store.receive(.library)
    await store.finish()
  }

  @Test("a query that cannot be read says why; what was shown stays")
  func badQuery() async throws {
    let world = BrowseWorld(count: 3)
    let store = world.store()
    await world.start(store)
    store.send(.list(.type(.pasted("pages>many")))) {
      $0.list.search = LineEditor("pages>many")
      do throws(BookQueryError) { _ = try BookQuery("pages>many") } catch {
        $0.list.problem = .query(error)
      }
    }
    #expect(store.state.list.problem != nil && store.state.list.rows.count == 3)
    await world.clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test("a page that is older than the news is read again")
  func olderThanNews() async throws {
    let world = BrowseWorld(count: 3)
    let store = world.store(page: { request in
      var page = world.page(request)
      if request.isRefresh {
        page.books = LoadedBooks(
          numbers: page.books.numbers, books: page.books.books, asOf: LogEntry(rawValue: 9))
      }
      return page
    })
    await world.start(store)
    let told = BookNews(
      changes: [], asOf: LogEntry(rawValue: 9),
      position: BookNews.Position(entry: LogEntry(rawValue: 9)))
    let mark = store.state.library.$books.mark()
    store.send(.library(.storage(.changed(told, since: mark)))) {
      $0.library.told = LogEntry(rawValue: 9)
    }
    store.send(.list(.sortByNextKey)) {
      $0.list.sort = BookSort(.title)
      _ = $0.list.ask(for: .around(BookNumber(rawValue: 1)))
    }
    let request = try #require(store.state.list.loading)
    await store.receive(.list) { $0.list.take(world.page(request), for: request) }
    await store.receive(.list) {
      _ = $0.list.ask(for: .around(BookNumber(rawValue: 1)), isRefresh: true)
    }
    let refresh = try #require(store.state.list.loading)
    await store.receive(.list) { $0.list.take(world.page(request), for: refresh) }
    await store.receive(.library)
    await store.finish()
  }
}
