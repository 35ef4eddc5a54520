import Composable

/// A parent whose one child may be absent, for tests of `ifLet`.
struct Desk: Reducer {
  struct State: Equatable, Sendable {
    var counter: Counter.State?
  }

  enum Action: Equatable, Sendable {
    case counter(Counter.Action)
    case present(Counter.State?)
    case loadAndPresent(Counter.State?)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .counter:
        return .none
      case .present(let counter):
        state.counter = counter
        return .none
      case .loadAndPresent(let counter):
        return .concatenate(.send(.counter(.load)), .send(.present(counter)))
      }
    }
    .ifLet(state: \.counter, action: .counter) { Counter() }
  }
}

extension CasePath where Root == Desk.Action, Value == Counter.Action {
  static var counter: Self {
    Self(embed: Desk.Action.counter) { if case .counter(let value) = $0 { value } else { nil } }
  }
}

/// A state with two cases, for tests of `ifCaseLet` and of a `Scope` on a case.
struct Door: Reducer {
  enum State: Equatable, Sendable {
    case left(Counter.State)
    case right(Counter.State)
  }

  enum Action: Equatable, Sendable {
    case left(Counter.Action)
    case right(Counter.Action)
    case go(State)
  }

  let usesScope: Bool

  var body: some Reducer<State, Action> {
    if usesScope {
      CombineReducers {
        Scope(state: .left, action: .left) { Counter() }
        Scope(state: .right, action: .right) { Counter() }
        go
      }
    } else {
      go
        .ifCaseLet(state: .left, action: .left) { Counter() }
        .ifCaseLet(state: .right, action: .right) { Counter() }
    }
  }

  private var go: Reduce<State, Action> {
    Reduce { state, action in
      if case .go(let next) = action { state = next }
      return .none
    }
  }
}

extension CasePath where Root == Door.State, Value == Counter.State {
  static var left: Self {
    Self(embed: Door.State.left) { if case .left(let value) = $0 { value } else { nil } }
  }
  static var right: Self {
    Self(embed: Door.State.right) { if case .right(let value) = $0 { value } else { nil } }
  }
}

extension CasePath where Root == Door.Action, Value == Counter.Action {
  static var left: Self {
    Self(embed: Door.Action.left) { if case .left(let value) = $0 { value } else { nil } }
  }
  static var right: Self {
    Self(embed: Door.Action.right) { if case .right(let value) = $0 { value } else { nil } }
  }
}
