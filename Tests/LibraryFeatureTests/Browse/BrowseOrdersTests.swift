import Catalogue
import Composable
import ComposableTesting
import Determinism
import Storage
import Sync
import Testing

@testable import LibraryFeature

@Suite("What is done while browsing")
struct BrowseOrdersTests {
  private func opened(_ world: BrowseWorld, _ store: BrowseWorld.BrowseStore) async {
    await world.start(store)
    store.send(.key(.enter))
    await store.receive(.order, .open) {
      $0.detail = BookDetailFeature.State(id: world.books[0].id)
    }
  }

  /// Types a text over what stands in the editor.
  private func type(_ text: String, _ store: BrowseWorld.BrowseStore) {
    store.send(.detail(.type(.control("u")))) { $0.detail?.edit?.line = LineEditor() }
    store.send(.detail(.type(.pasted(text)))) { $0.detail?.edit?.line = LineEditor(text) }
  }

  @Test("an edit begins with what is shown, is seen at once, and is told when it is saved")
  func edit() async {
    let world = BrowseWorld(count: 2)
    let store = world.store()
    await opened(world, store)
    let id = world.books[0].id
    store.send(.order(.edit))
    await store.receive(.detail) {
      $0.detail?.edit = BookDetailFeature.State.Edit(column: .title, line: LineEditor("Title 1"))
    }
    type("Dune", store)
    store.send(.key(.enter))
    await store.receive(.order, .commitEdit)
    await store.receive(.detail) { $0.detail?.edit = nil }
    await store.receive(.library) { $0.library.books[id: id]?.book.typed.title = "Dune" }
    await store.receive(.library)
    #expect(store.state.book?.title == "Dune")
    await store.finish()
  }

  @Test("what is no value of the field is refused, with the reason, and can be mended")
  func refusedEdit() async {
    let world = BrowseWorld(count: 1)
    let store = world.store()
    await opened(world, store)
    let pages = BookField.sayable.firstIndex(of: .pages) ?? 0
    store.exhaustivity = .off
    for _ in 0..<pages { store.send(.detail(.move(.down))) }
    store.send(.order(.edit))
    await store.skipReceivedActions(strict: false)
    store.exhaustivity = .on
    store.send(.detail(.type(.pasted("many")))) { $0.detail?.edit?.line = LineEditor("many") }
    store.send(.order(.commitEdit))
    await store.receive(.detail) { $0.detail?.edit?.problem = "is no number" }
    store.send(.detail(.type(.control("u")))) {
      $0.detail?.edit?.line = LineEditor()
      $0.detail?.edit?.problem = nil
    }
    store.send(.key(.escape))
    await store.receive(.detail) { $0.detail?.edit = nil }
    #expect(store.state.book?.book == world.books[0])
    await store.finish()
  }

  @Test("taking back what was typed shows what others say again")
  func clear() async {
    let world = BrowseWorld(count: 1)
    let store = world.store()
    await opened(world, store)
    let id = world.books[0].id
    store.send(.key(.character("x")))
    await store.receive(.order, .clearField)
    await store.receive(.library) { $0.library.books[id: id]?.book.typed.title = nil }
    await store.receive(.library)
    store.send(.order(.clearField)) {
      $0.notice = BrowseFeature.Notice(text: "nothing was typed for title", isProblem: false)
    }
    await store.finish()
  }

  @Test("a removed book leaves the list at once, and undo asks after what is not saved yet")
  func removeAndUndo() async {
    let world = BrowseWorld(count: 3)
    let store = world.store(withDependencies: {
      $0.browse.undo = { _ in BrowseClient.Undone(name: "edit", books: 1) }
    })
    await world.start(store)
    store.send(.key(.character("d")))
    await store.receive(.order, .remove)
    await store.receive(.library) {
      $0.library.books.remove(id: world.books[0].id)
      $0.list.rows = world.rows(1..<3)
    }
    await store.receive(.library)
    store.send(.key(.character("u")))
    await store.receive(.order, .undo)
    await store.receive(where: { if case .undone = $0 { true } else { false } }) {
      $0.notice = BrowseFeature.Notice(
        text: "took back \"edit\": 1 book is as before", isProblem: false)
    }
    await store.finish()
  }

  @Test("where nothing can be changed, each key that would says why, and asks nobody")
  func readOnly() async {
    let world = BrowseWorld(count: 1)
    let store = world.store(access: .reading("the file is read-only"))
    await opened(world, store)
    let notice = BrowseFeature.Notice(
      text: "nothing can be changed: the file is read-only", isProblem: true)
    store.send(.order(.edit)) { $0.notice = notice }
    for order in [.remove, .undo, .sync, .fetch, .clearField, .chooseAccount]
      as [BrowseFeature.Order]
    {
      store.send(.order(order))
    }
    #expect(store.state.notice == notice)
    await store.finish()
  }

  @Test("another account shows its own books; a page of the one before is refused")
  func switchAccount() async throws {
    let world = BrowseWorld(count: 2)
    let other = Fixture.account(2, epoch: 5)
    let store = world.store(page: { request in
      request.account == other
        ? LoadedPage(
          books: LoadedBooks(numbers: [], books: [], asOf: LogEntry(rawValue: 8)),
          hasBefore: false, hasAfter: false) : world.page(request)
    }) {
      $0.browse.accounts = { [world.account, other] }
      $0.library.use = { _ in other }
    }
    await world.start(store)
    let old = try #require(world.asked.wrappedValue.last)
    store.send(.key(.character("a")))
    await store.receive(.order, .chooseAccount)
    await store.receive(where: { if case .accountsFound = $0 { true } else { false } }) {
      $0.accounts = AccountChoiceFeature.State([world.account, other], current: world.account)
    }
    store.send(.key(.down))
    await store.receive(.order, .move(.down))
    await store.receive(.accounts) { $0.accounts?.selected = 1 }
    store.send(.key(.enter))
    await store.receive(.order, .useAccount) { $0.accounts = nil }
    await store.receive(.library)
    await store.receive(.library) {
      $0.library.account = other
      $0.library.books = []
      $0.list.show(other)
      $0.notice = BrowseFeature.Notice(text: "the account is account 2", isProblem: false)
    }
    await store.receive(.list) { _ = $0.list.ask(for: .start) }
    store.send(.list(.loaded(old, world.page(old))))
    #expect(store.state.list.rows.isEmpty && store.state.library.books.isEmpty)
    await store.skipReceivedActions(strict: false)
    await store.finish()
  }

  @Test("unknown keys do nothing, and each key of the tables means one thing")
  func keys() async {
    let world = BrowseWorld(count: 1)
    let store = world.store()
    await world.start(store)
    for key in [Key.character("ж"), .tab, .backspace, .control("o"), .pasted("q")] {
      store.send(.key(key))
    }
    for bindings in [KeyBinding.list, KeyBinding.detail, KeyBinding.accounts] {
      let keys = bindings.flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
    }
    store.send(.key(.character("?")))
    await store.receive(.order, .showKeys) { $0.showsKeys = true }
    store.send(.key(.character("q")))
    await store.receive(.order, .close) { $0.showsKeys = false }
    store.send(.key(.character("q")))
    await store.receive(.order, .quit) { $0.isOver = true }
    await store.finish()
  }
}

extension CasePath where Root == BrowseFeature.Action, Value == BrowseFeature.Order {
  static var order: Self {
    Self(embed: Root.order) { if case .order(let order) = $0 { order } else { nil } }
  }
}
