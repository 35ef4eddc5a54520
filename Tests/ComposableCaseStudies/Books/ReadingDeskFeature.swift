import Composable

/// A desk on which one book may lie, or none.
struct ReadingDeskFeature: Reducer {
  struct State: Equatable {
    var book: BookFeature.State?
  }

  enum Action: Equatable {
    case book(BookFeature.Action)
    case close
    case open(BookFeature.State.ID)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .book:
        return .none

      case .close:
        state.book = nil
        return .none

      case .open(let id):
        state.book = BookFeature.State(id: id)
        return .none
      }
    }
    .ifLet(state: \.book, action: .book) { BookFeature() }
  }
}

extension CasePath where Root == ReadingDeskFeature.Action, Value == BookFeature.Action {
  static var book: Self {
    Self(embed: Root.book) { if case .book(let action) = $0 { action } else { nil } }
  }
}
