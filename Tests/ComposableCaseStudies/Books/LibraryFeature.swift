import Composable

/// Many books, each with a life of its own.
struct LibraryFeature: Reducer {
  struct State: Equatable {
    var books: IdentifiedCollection<BookFeature.State> = []
  }

  enum Action: Equatable {
    case add(BookFeature.State.ID)
    case books(IdentifiedActionOf<BookFeature>)
    case reloadAll
    case remove(BookFeature.State.ID)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add(let id):
        state.books.append(BookFeature.State(id: id))
        return .send(.books(.element(id: id, action: .reload)))

      case .books:
        return .none

      case .reloadAll:
        return .merge(state.books.ids.map { .send(.books(.element(id: $0, action: .reload))) })

      case .remove(let id):
        state.books.remove(id: id)
        return .none
      }
    }
    .forEach(state: \.books, action: .books) { BookFeature() }
  }
}

extension CasePath
where Root == LibraryFeature.Action, Value == IdentifiedActionOf<BookFeature> {
  static var books: Self {
    Self(embed: Root.books) { if case .books(let action) = $0 { action } else { nil } }
  }
}
