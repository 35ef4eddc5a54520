import Composable

/// A child for tests that is presented: it loads, ends itself, and has a part and a child of its own.
struct Page: Reducer {
  struct State: Equatable, Sendable, Codable {
    var number = 0
    var isLoading = false
    var part = Note.State()
    @Presents var note: Note.State?
  }

  enum Action: Equatable, Sendable {
    case load
    case loaded(Int)
    case close
    case part(Note.Action)
    case note(PresentationAction<Note.Action>)
    case open
  }

  @Dependency(\.loadNumber) var loadNumber
  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Scope(state: \.part, action: .part) { Note() }
    Reduce { state, action in
      switch action {
      case .load:
        state.isLoading = true
        return .run { [number = state.number] send in
          send(.loaded(await loadNumber(number)))
        }
      case .loaded(let number):
        state.isLoading = false
        state.number = number
        return .none
      case .close:
        return .run { _ in dismiss() }
      case .open:
        state.note = Note.State()
        return .none
      case .part, .note:
        return .none
      }
    }
    .ifLet(state: \.$note, action: .note) { Note() }
  }
}

/// A child of the child.
struct Note: Reducer {
  struct State: Equatable, Sendable, Codable {
    var text = ""
  }

  enum Action: Equatable, Sendable {
    case write(String)
    case close
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .write(let text):
      state.text = text
      return .none
    case .close:
      return .run { _ in dismiss() }
    }
  }
}

/// What a stand may present: one of two kinds.
struct Destination: Reducer {
  enum State: Equatable, Sendable {
    case page(Page.State)
    case counter(Counter.State)
  }

  enum Action: Equatable, Sendable {
    case page(Page.Action)
    case counter(Counter.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: .page, action: .page) { Page() }
    Scope(state: .counter, action: .counter) { Counter() }
  }
}

/// A parent that presents.
struct Stand: Reducer {
  struct State: Equatable, Sendable {
    @Presents var page: Page.State?
    @Presents var destination: Destination.State?
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case page(PresentationAction<Page.Action>)
    case destination(PresentationAction<Destination.Action>)
    /// Each in turn, in one action.
    case present([Page.State?])
    case loadAndPresent([Page.State?])
    case go([Destination.State?])
    case number(Int)
    case renumber(Int)
  }

  /// What is presented when the page says that it goes.
  var next: Page.State?

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .page(.dismiss):
        state.log.append("dismiss \(state.page?.number ?? -1)")
        if let next { state.page = next }
        return .none
      case .page(.presented(.loaded)):
        state.log.append("loaded \(state.page?.number ?? -1)")
        return .none
      case .page, .destination:
        return .none
      case .present(let pages):
        for page in pages { state.page = page }
        return .none
      case .loadAndPresent(let pages):
        return .concatenate(.send(.page(.presented(.load))), .send(.present(pages)))
      case .go(let destinations):
        for destination in destinations { state.destination = destination }
        return .none
      case .number(let number):
        state.page?.number = number
        return .none
      case .renumber(let number):
        state.$destination[case: .page]?.number = number
        return .none
      }
    }
    .ifLet(state: \.$page, action: .page) { Page() }
    .ifLet(state: \.$destination, action: .destination) { Destination() }
  }
}

extension CasePath where Root == Page.Action, Value == Note.Action {
  static var part: Self {
    Self(embed: Root.part) { if case .part(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Page.Action, Value == PresentationAction<Note.Action> {
  static var note: Self {
    Self(embed: Root.note) { if case .note(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Destination.State, Value == Page.State {
  static var page: Self {
    Self(embed: Root.page) { if case .page(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Destination.State, Value == Counter.State {
  static var counter: Self {
    Self(embed: Root.counter) { if case .counter(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Destination.Action, Value == Page.Action {
  static var page: Self {
    Self(embed: Root.page) { if case .page(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Destination.Action, Value == Counter.Action {
  static var counter: Self {
    Self(embed: Root.counter) { if case .counter(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Stand.Action, Value == PresentationAction<Page.Action> {
  static var page: Self {
    Self(embed: Root.page) { if case .page(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Stand.Action, Value == PresentationAction<Destination.Action> {
  static var destination: Self {
    Self(embed: Root.destination) { if case .destination(let action) = $0 { action } else { nil } }
  }
}
