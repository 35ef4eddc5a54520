import Catalogue
import Composable
import LibraryFeature

/// A window of books, and nothing beside it.
struct Window: Reducer {
  struct State: Sendable {
    @Shared var books: IdentifiedCollection<BookFeature.State>

    init(books: Shared<IdentifiedCollection<BookFeature.State>>) { _books = books }
  }
  enum Action: Sendable { case books(IdentifiedAction<BookID, BookFeature.Action>) }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .forEach(
        state: \.$books,
        action: CasePath(embed: Action.books) {
          if case .books(let action) = $0 { action } else { nil }
        }
      ) { BookFeature() }
  }
}
