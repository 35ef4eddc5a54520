import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

/// What was read and what is changed here overtake each other.
@Suite("News that come late")
struct NewsRaceTests {
  private func details(_ title: String?, rating: Double? = nil) -> BookDetails {
    var details = BookDetails()
    details.title = title
    details.rating = rating
    return details
  }

  @Test("read before a change here that is decided when they come: they do not put the row back")
  func decidedMeanwhile() async throws {
    let gate = Gate()
    let watched = try await WatchedLibrary(look: { look, position in
      let news = try await look(position)
      if !news.isEmpty && !news.mustReload { await gate.wait() }
      return news
    })
    let (store, id, number) = (watched.store, watched.id, watched.number)
    try watched.other.run(#"UPDATE books SET typed = '{"rating":4}'"#)
    let told = try watched.library.lastEntry()
    await watched.look()
    await gate.arrival()
    await watched.edit(title: "Mine")
    await watched.receiveSaved()
    await gate.open()
    await store.receive(.changed) { $0.told = told }
    #expect(store.state.books[id: id]?.book.typed == details("Mine"))
    #expect(await store.receive(.open) == [number])
    await store.receive(.opened) {
      $0.books[id: id]?.book.typed = details("Mine", rating: 4)
    }
    let last = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) { $0.told = last }
    await watched.finish()
  }

  @Test("of a book whose change here is being saved: it is left alone until that is decided")
  func undecided() async throws {
    let gate = Gate()
    let isHeld = Shared(value: false, domain: SharedDomain())
    let watched = try await WatchedLibrary(load: { load, numbers, account in
      if isHeld.wrappedValue { await gate.wait() }
      return try await load(numbers, account)
    })
    isHeld.wrappedValue = true
    let (store, id) = (watched.store, watched.id)
    try watched.other.run(#"UPDATE books SET typed = '{"rating":4}'"#)
    let told = try watched.library.lastEntry()
    // Until it is let go, nothing of this program is written.
    try watched.other.execute("BEGIN IMMEDIATE")
    await watched.edit(title: "Mine")
    await watched.look()
    await store.receive(.changed) { $0.told = told }
    #expect(store.state.books[id: id]?.book.typed == details("Mine"))
    try watched.other.execute("COMMIT")
    // The verdict, and that it is time to read the row again, come in either order.
    await store.receive(.savedOrOpen)
    await store.receive(.savedOrOpen)
    await store.receive(.books)
    await gate.open()
    await store.receive(.opened) {
      $0.books[id: id]?.book.typed = details("Mine", rating: 4)
    }
    let last = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) { $0.told = last }
    await watched.finish()
  }

  @Test("rows that were opened before news of them: they are read again, and not put back")
  func openedBefore() async throws {
    let gate = Gate()
    let isHeld = Shared(value: false, domain: SharedDomain())
    let watched = try await WatchedLibrary(load: { load, numbers, account in
      let loaded = try await load(numbers, account)
      if isHeld.wrappedValue { await gate.wait() }
      return loaded
    })
    let (store, id, number) = (watched.store, watched.id, watched.number)
    isHeld.wrappedValue = true
    store.send(.open([number]))
    await gate.arrival()
    try watched.other.run(#"UPDATE books SET typed = '{"title":"Newer"}'"#)
    let (row, told) = (try watched.book, try watched.library.lastEntry())
    await watched.look()
    await store.receive(.changed) {
      $0.told = told
      $0.books[id: id]?.book = row
    }
    isHeld.wrappedValue = false
    await gate.open()
    await store.receive(.opened)
    await store.receive(.opened)
    #expect(store.state.books[id: id]?.title == "Newer")
    await watched.finish()
  }

  @Test("rows that were opened before a change here was decided do not put it back")
  func openedBeforeDecision() async throws {
    let gate = Gate()
    let isHeld = Shared(value: false, domain: SharedDomain())
    let watched = try await WatchedLibrary(load: { load, numbers, account in
      let loaded = try await load(numbers, account)
      if isHeld.wrappedValue { await gate.wait() }
      return loaded
    })
    let (store, id, number) = (watched.store, watched.id, watched.number)
    isHeld.wrappedValue = true
    store.send(.open([number]))
    await gate.arrival()
    await watched.edit(title: "Mine")
    await watched.receiveSaved()
    isHeld.wrappedValue = false
    await gate.open()
    await store.receive(.opened)
    #expect(store.state.books[id: id]?.title == "Mine")
    #expect(await store.receive(.open) == [number])
    await store.receive(.opened)
    let last = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) { $0.told = last }
    await watched.finish()
  }

  @Test("a book in the trash that was opened before its removal was told does not come back")
  func openedBeforeRemoval() async throws {
    let gate = Gate()
    let isHeld = Shared(value: false, domain: SharedDomain())
    let watched = try await WatchedLibrary(load: { load, numbers, account in
      let loaded = try await load(numbers, account)
      if isHeld.wrappedValue { await gate.wait() }
      return loaded
    })
    let (store, number) = (watched.store, watched.number)
    isHeld.wrappedValue = true
    store.send(.open([number]))
    await gate.arrival()
    try watched.library.remove([number])
    let told = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) {
      $0.told = told
      $0.books = []
    }
    isHeld.wrappedValue = false
    await gate.open()
    await store.receive(.opened)
    await store.receive(.opened)
    #expect(store.state.books.isEmpty)
    await watched.finish()
  }

  @Test("of a removal, while the book was restored and opened again: it stays")
  func removalBeforeRestoring() async throws {
    let gate = Gate()
    let watched = try await WatchedLibrary(look: { look, position in
      let news = try await look(position)
      if !news.isEmpty && !news.mustReload { await gate.wait() }
      return news
    })
    let (store, id, number) = (watched.store, watched.id, watched.number)
    try watched.library.remove([number])
    let told = try watched.library.lastEntry()
    await watched.look()
    await gate.arrival()
    try watched.library.restore([number])
    let row = try watched.book
    store.send(.open([number]))
    await store.receive(.opened) {
      $0.books[id: id] = BookFeature.State(book: row, account: watched.account)
    }
    await gate.open()
    await store.receive(.changed) { $0.told = told }
    #expect(store.state.books[id: id]?.book == row)
    let last = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) { $0.told = last }
    await watched.finish()
  }

  @Test("a claimed row that was read before a change here was decided does not put it back")
  func claimedBefore() async throws {
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let gate = Gate()
    let asked = Gate()
    let live = library.client
    let store = library.store(
      Fixture.source { _ in
        await asked.wait()
        return Fixture.found("Fetched")
      }
    ) {
      $0.library.claim = { request in
        let claim = try await live.claim(request)
        await gate.wait()
        return claim
      }
    }
    await store.send(.open(numbers)).finish()
    let id = try #require(store.withState { $0.books.first?.id })
    let sync = store.send(.sync(.start(SyncOptions())))
    await gate.arrival()
    await store.send(.books(.element(id: id, action: .edit(details("Mine"))))).finish()
    await gate.open()
    await asked.arrival()
    #expect(store.withState { $0.books[id: id]?.title } == "Mine")
    await asked.open()
    await sync.finish()
    #expect(store.withState { $0.books[id: id]?.title } == "Mine")
    #expect(store.withState { $0.sync?.updated } == 1)
  }

  @Test("a claimed row that is older than the news of it does not put it back")
  func claimedBeforeNews() async throws {
    let gate = Gate()
    let watched = try await WatchedLibrary(client: { client in
      client.claim = { [claim = client.claim] request in
        let claimed = try await claim(request)
        await gate.wait()
        return claimed
      }
    })
    let (store, id) = (watched.store, watched.id)
    store.exhaustivity = .off(showSkippedAssertions: false)
    store.send(.sync(.start(SyncOptions())))
    await store.receive(.sync)
    await gate.arrival()
    try watched.other.run(#"UPDATE books SET typed = '{"title":"Newer"}'"#)
    await watched.look()
    await store.receive(.changed)
    await gate.open()
    await store.receive(.sync)
    #expect(store.state.books[id: id]?.title == "Newer")
    #expect(store.state.books[id: id]?.ticket == watched.ticket)
    await watched.finish()
  }

  @Test("a change that is refused, to a book with a fetch under way: the fetch counts as refused")
  func refusedChange() async throws {
    let gate = Gate()
    let library = try LibraryOnDisk()
    let numbers = try library.add([Fixture.isbns[0]])
    let store = library.store(
      Fixture.source { _ in
        await gate.wait()
        return Fixture.found("Late")
      })
    await store.send(.open(numbers)).finish()
    let id = try #require(store.withState { $0.books.first?.id })
    let load = store.send(.books(.element(id: id, action: .reload)))
    await gate.arrival()
    try library.remove(numbers)
    await store.send(.books(.element(id: id, action: .edit(details("Mine"))))).finish()
    #expect(store.withState { $0.books.isEmpty })
    await gate.open()
    await load.finish()
    #expect(store.withState { $0.refused } == [.removed: 1])
  }
}

extension CasePath where Root == LibraryFeature.Action, Value == LibraryFeature.Action {
  fileprivate static var savedOrOpen: Self {
    Self(embed: { $0 }) { action in
      switch action {
      case .storage(.saved), .open: action
      default: nil
      }
    }
  }
}
