import Composable

/// Shows books as the settings say.
struct BookListFeature: Reducer {
  struct Book: Equatable {
    var title: String
    var author: String
    var isRead = false
  }

  struct State: Equatable {
    var books: [Book] = []
    var error: String?
    @Shared(.settings) var settings = Settings()
    @Shared(.inMemory("filter")) var filter = ""

    var shownTitles: [String] {
      books
        .filter { settings.showsRead || !$0.isRead }
        .filter { filter.isEmpty || $0.title.contains(filter) }
        .sorted { settings.sort == .title ? $0.title < $1.title : $0.author < $1.author }
        .map(\.title)
    }
  }

  enum Action: Equatable {
    /// Another program may have changed the settings.
    case lookForChanges
    case settingsRead(SavedValue<Settings>)
    case settingsUnreadable(String)
    case toggleRead
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .lookForChanges:
        return .run { [settings = state.$settings] send in
          if let saved = try settings.readSaved() { send(.settingsRead(saved)) }
        } catch: { error, send in
          send(.settingsUnreadable("\(error)"))
        }

      case .settingsRead(let saved):
        state.$settings.absorb(saved)
        return .none

      case .settingsUnreadable(let error):
        state.error = error
        return .none

      case .toggleRead:
        state.settings.showsRead.toggle()
        return .none
      }
    }
  }
}
