import Composable

/// A parent with a path of two kinds of screens.
struct Trail: Reducer {
  struct State: Equatable, Sendable {
    var path = StackState<Destination.State>()
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case path(StackAction<Destination.State, Destination.Action>)
    /// Sets the whole path.
    case go([Destination.State])
    case append(Destination.State)
    case popLast
    case popTo(StackElementID)
    case remove(StackElementID)
    case assign(StackElementID, Destination.State)
    case renumber(StackElementID, Int)
    case loadAndPop(StackElementID)
  }

  /// What comes in the place of a screen that is popped.
  var next: Destination.State?

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .path(.element(let id, .page(.loaded))):
        state.log.append("loaded \(id)")
        return .none
      case .path(.popFrom(let id)):
        state.log.append("pop \(id) of \(state.path.count)")
        if let next { state.path[id: id] = next }
        return .none
      case .path(.push(let id, _)):
        state.log.append("push \(id) of \(state.path.count)")
        return .none
      case .path:
        return .none
      case .go(let path):
        state.path = StackState(path)
        return .none
      case .append(let screen):
        state.path.append(screen)
        return .none
      case .popLast:
        state.path.removeLast()
        return .none
      case .popTo(let id):
        state.path.pop(to: id)
        return .none
      case .remove(let id):
        state.path[id: id] = nil
        return .none
      case .assign(let id, let screen):
        state.path[id: id] = screen
        return .none
      case .renumber(let id, let number):
        state.path[id: id, case: .page]?.number = number
        return .none
      case .loadAndPop(let id):
        return .concatenate(
          .send(.path(.element(id: id, action: .page(.load)))), .send(.path(.popFrom(id: id))))
      }
    }
    .forEach(state: \.path, action: .path) { Destination() }
  }
}

/// The same with a path that other stores see.
struct SharedTrail: Reducer {
  struct State: Equatable, Sendable {
    @Shared var path: StackState<Destination.State>

    init(_ path: Shared<StackState<Destination.State>>) { _path = path }
  }

  enum Action: Equatable, Sendable {
    case path(StackAction<Destination.State, Destination.Action>)
    case append(Destination.State)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .append(let screen) = action { state.path.append(screen) }
      return .none
    }
    .forEach(state: \.$path, action: .path) { Destination() }
  }
}

extension CasePath
where Root == Trail.Action, Value == StackAction<Destination.State, Destination.Action> {
  static var path: Self {
    Self(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
}

extension CasePath
where Root == SharedTrail.Action, Value == StackAction<Destination.State, Destination.Action> {
  static var path: Self {
    Self(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
}
