import Composable
import ComposableTesting
import Testing

@Suite("Features that share a setting")
struct SettingsTests {
  let books = [
    BookListFeature.Book(title: "Dubliners", author: "Joyce", isRead: true),
    BookListFeature.Book(title: "Emma", author: "Austen"),
  ]

  @Test("what one feature changes, the other sees")
  func shared() async {
    let store = TestStore(initialState: ReaderFeature.State(books: books)) { ReaderFeature() }
    #expect(store.state.list.shownTitles == ["Dubliners", "Emma"])
    store.send(.sorting(.select(.author))) { $0.sorting.sort = .author }
    #expect(store.state.list.settings.sort == .author)
    #expect(store.state.list.shownTitles == ["Emma", "Dubliners"])
    store.send(.list(.toggleRead)) { $0.list.settings.showsRead = false }
    #expect(store.state.list.shownTitles == ["Emma"])
    await store.finish()
  }

  @Test("a change may be asserted by any reference to it")
  func anyReference() async {
    let store = TestStore(initialState: ReaderFeature.State()) { ReaderFeature() }
    store.send(.sorting(.select(.author))) { $0.list.settings.sort = .author }
    store.send(.filter("mm")) { $0.list.filter = "mm" }
    await store.finish()
  }

  @Test("a feature that knows only the sort is tested without the settings")
  func sortAlone() async {
    let store = TestStore(initialState: SortFeature.State(sort: Shared(value: .title))) {
      SortFeature()
    }
    store.send(.select(.author)) { $0.sort = .author }
    store.send(.select(.author))
    await store.finish()
  }
}
