import Composable

/// A list of books, and the choice of its order.
struct ReaderFeature: Reducer {
  struct State: Equatable {
    var list: BookListFeature.State
    var sorting: SortFeature.State
    /// Found by its name alone; the list has the same one.
    @Shared(.inMemory("filter")) var filter = ""

    init(books: [BookListFeature.Book] = []) {
      list = BookListFeature.State(books: books)
      sorting = SortFeature.State(sort: list.$settings.sort)
    }
  }

  enum Action: Equatable {
    case filter(String)
    case list(BookListFeature.Action)
    case sorting(SortFeature.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.list, action: .list) { BookListFeature() }
    Scope(state: \.sorting, action: .sorting) { SortFeature() }
    Reduce { state, action in
      if case .filter(let filter) = action { state.filter = filter }
      return .none
    }
  }
}

extension CasePath where Root == ReaderFeature.Action, Value == BookListFeature.Action {
  static var list: Self {
    Self(embed: Root.list) { if case .list(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == ReaderFeature.Action, Value == SortFeature.Action {
  static var sorting: Self {
    Self(embed: Root.sorting) { if case .sorting(let action) = $0 { action } else { nil } }
  }
}
