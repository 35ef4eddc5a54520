import Composable

/// An ID of two words, as a book's.
struct ChildID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// Spreads numbers over both words, as random IDs are spread.
  init(_ number: Int) {
    high = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    low = UInt64(number)
  }
}

/// A child that counts.
struct Child: Reducer {
  struct State: Identifiable, Sendable {
    let id: ChildID
    var count = 0
  }
  enum Action: Sendable { case increment }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }

  static func collection(count: Int) -> IdentifiedCollection<State> {
    IdentifiedCollection((0..<count).map { State(id: ChildID($0)) })
  }
}

/// A parent that holds its children, and can remove one.
struct Parent: Reducer {
  struct State: Sendable { var children: IdentifiedCollection<Child.State> }
  enum Action: Sendable {
    case children(IdentifiedAction<ChildID, Child.Action>)
    case remove(ChildID)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .remove(let id) = action { state.children.remove(id: id) }
      return .none
    }
    .forEach(state: \.children, action: .children) { Child() }
  }
}

/// A parent that shares its children with others.
struct SharedParent: Reducer {
  struct State: Sendable {
    @Shared var children: IdentifiedCollection<Child.State>

    init(children: Shared<IdentifiedCollection<Child.State>>) { _children = children }
  }
  typealias Action = Parent.Action

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .remove(let id) = action { state.children.remove(id: id) }
      return .none
    }
    .forEach(state: \.$children, action: .children) { Child() }
  }
}

extension CasePath where Root == Parent.Action, Value == IdentifiedAction<ChildID, Child.Action> {
  static var children: Self {
    Self(embed: Root.children) { if case .children(let action) = $0 { action } else { nil } }
  }
}
