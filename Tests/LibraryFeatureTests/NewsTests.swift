import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

@Suite("What others change of the books")
struct NewsTests {
  @Test("is shown in the window after the next look, also a completion")
  func editedElsewhere() async throws {
    let watched = try await WatchedLibrary()
    let (store, id) = (watched.store, watched.id)
    try watched.other.run(
      """
      UPDATE books SET typed = '{"rating":4}', fetched = '{"title":"Fetched elsewhere"}',
        sync_state = 'fetched', fetched_at = '2026-11-30T07:00:00.123Z'
      """)
    let (row, last) = (try watched.book, try watched.library.lastEntry())
    await watched.look()
    await store.receive(.changed) {
      $0.told = last
      $0.books[id: id]?.book = row
    }
    #expect(store.state.books[id: id]?.title == "Fetched elsewhere")
    #expect(store.state.books[id: id]?.book.typed.rating == 4)
    await watched.look()
    await watched.finish()
  }

  @Test("does not disturb what is under way; a message about an older answer goes")
  func underWay() async throws {
    let gate = Gate()
    let watched = try await WatchedLibrary(
      source: Fixture.source { _ in
        await gate.wait()
        return .notFound
      })
    let (store, id) = (watched.store, watched.id)
    store.send(.books(.element(id: id, action: .reload))) { $0.books[id: id]?.isLoading = true }
    let ticket = watched.ticket
    await store.receive(.books) { $0.books[id: id]?.ticket = ticket }
    await gate.arrival()
    try watched.other.run(#"UPDATE books SET typed = '{"title":"Elsewhere"}'"#)
    let (row, last) = (try watched.book, try watched.library.lastEntry())
    await watched.look()
    await store.receive(.changed) {
      $0.told = last
      $0.books[id: id]?.book = row
    }
    #expect(store.state.books[id: id]?.ticket == ticket)
    await gate.open()
    await store.receive(.books) {
      $0.books[id: id]?.isLoading = false
      $0.books[id: id]?.ticket = nil
      $0.books[id: id]?.accept(
        Redemption(ticket: ticket, outcome: .notFound, at: Fixture.now))
    }
    await store.receive(.saved)
    await store.receive(.books) { $0.books[id: id]?.redemption = nil }
    #expect(store.state.books[id: id]?.message == .notFound)
    try watched.other.run("UPDATE books SET fetched_at = '2026-11-30T07:00:00.123Z'")
    let (fetched, end) = (try watched.book, try watched.library.lastEntry())
    await watched.look()
    await store.receive(.changed) {
      $0.told = end
      $0.books[id: id]?.book = fetched
      $0.books[id: id]?.message = nil
    }
    await watched.finish()
  }

  @Test("comes back of this program's own changes too, and changes nothing")
  func own() async throws {
    let watched = try await WatchedLibrary()
    let store = watched.store
    await watched.edit(title: "Mine")
    await watched.receiveSaved()
    let last = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) { $0.told = last }
    await watched.look()
    await watched.finish()
  }

  @Test(
    "a book that is removed or deleted leaves; what was under way counts as refused",
    arguments: [
      "UPDATE books SET removed_at = '2026-11-30T07:00:00.123Z'", "DELETE FROM books",
      "REPLACE INTO books (number, account) VALUES (1, 1)",
      """
      REPLACE INTO books (number, account, removed_at) VALUES (1, 1, '2026-11-30T07:00:00.123Z')
      """,
    ])
  func gone(sql: String) async throws {
    let gate = Gate()
    let watched = try await WatchedLibrary(
      source: Fixture.source { _ in
        await gate.wait()
        return Fixture.found("Late")
      })
    let (store, id) = (watched.store, watched.id)
    store.send(.books(.element(id: id, action: .reload))) { $0.books[id: id]?.isLoading = true }
    let ticket = watched.ticket
    await store.receive(.books) { $0.books[id: id]?.ticket = ticket }
    await gate.arrival()
    try watched.other.run(sql)
    let last = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) {
      $0.told = last
      $0.refused = [.removed: 1]
      $0.books = []
    }
    await gate.open()
    await watched.finish()
    #expect(try watched.library.ticketCount() == 0)
  }

  @Test("a row made anew under the same ID is another element, and what was under way is refused")
  func madeAnew() async throws {
    let gate = Gate()
    let watched = try await WatchedLibrary(
      source: Fixture.source { _ in
        await gate.wait()
        return Fixture.found("Late")
      })
    let (store, id) = (watched.store, watched.id)
    let incarnation = store.state.books.incarnation(of: id)
    store.send(.books(.element(id: id, action: .reload))) { $0.books[id: id]?.isLoading = true }
    await store.receive(.books) { $0.books[id: id]?.ticket = watched.ticket }
    await gate.arrival()
    try watched.other.run(
      """
      REPLACE INTO books (number, id, account, typed)
      SELECT number, id, account, '{"title":"Anew"}' FROM books
      """)
    let (row, last) = (try watched.book, try watched.library.lastEntry())
    await watched.look()
    await store.receive(.changed) {
      $0.told = last
      $0.refused = [.removed: 1]
      $0.books[id: id] = BookFeature.State(book: row, account: watched.account)
    }
    #expect(store.state.books.incarnation(of: id) != incarnation)
    await gate.open()
    await watched.finish()
    #expect(store.state.books[id: id]?.title == "Anew")
  }

  @Test("rows that are not in the window change nothing, nor does one that cannot be read")
  func elsewhere() async throws {
    let watched = try await WatchedLibrary()
    let store = watched.store
    try watched.other.execute(
      """
      INSERT INTO catalogue (title) VALUES ('Other'); PRAGMA ignore_check_constraints = ON;
      UPDATE books SET incarnation = 'x' WHERE number = 2;
      """)
    let last = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) { $0.told = last }
    try watched.other.execute("UPDATE books SET incarnation = 'x' WHERE number = 1;")
    let end = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) {
      $0.told = end
      $0.failure =
        "book 1 cannot be read (\(watched.library.database.path)): its incarnation is not 16 "
        + "hexadecimal digits; run `db check`"
    }
    await watched.finish()
  }

  @Test("a log that does not tell everything any more: the window is read again")
  func reload() async throws {
    let watched = try await WatchedLibrary()
    let (store, id) = (watched.store, watched.id)
    try watched.other.execute(
      #"UPDATE books SET typed = '{"title":"Unseen"}'; DELETE FROM changes;"#)
    let (row, last) = (try watched.book, try watched.library.lastEntry())
    await watched.look()
    await store.receive(.changed) { $0.told = last }
    await store.receive(.opened) { $0.books[id: id]?.book = row }
    try watched.other.execute("DELETE FROM books; DELETE FROM changes;")
    let end = try watched.library.lastEntry()
    await watched.look()
    await store.receive(.changed) { $0.told = end }
    await store.receive(.opened) { $0.books = [] }
    await watched.finish()
  }

  @Test("looking that fails ends the watch and says so")
  func failure() async throws {
    struct Broken: Error {}
    let watched = try await WatchedLibrary(look: { look, position in
      if position != nil { throw Broken() }
      return try await look(position)
    })
    await watched.look()
    await watched.store.receive(.failed) { $0.failure = "Broken()" }
    await watched.finish()
  }

  @Test("the end of the store ends the watch")
  func endOfStore() async throws {
    let library = try LibraryOnDisk()
    var store: Store? = library.store(Fixture.source { _ in .notFound })
    let watch = store?.send(.watch(every: .seconds(3600)))
    store = nil
    await watch?.finish()
  }
}
