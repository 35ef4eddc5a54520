/// An action for one element of an identified collection, or for many in one pass.
public enum IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
  /// For the element with an ID.
  case element(id: ID, action: Action)
  /// For many elements: one send, one turn, one save.
  case batch(IdentifiedActions<ID, Action>)
}

extension IdentifiedAction: Equatable where Action: Equatable {}
