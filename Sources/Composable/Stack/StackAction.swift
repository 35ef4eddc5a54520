/// An action of the elements of a stack, or that the stack grows or shrinks.
public enum StackAction<State: Sendable, Action: Sendable>: Sendable {
  /// For the element with an ID.
  indirect case element(id: StackElementID, action: Action)
  /// The element with an ID goes, and what is above it: sent by the parent, or by the element through
  /// `dismiss`.
  case popFrom(id: StackElementID)
  /// An element comes to the top, under an ID of its own.
  case push(id: StackElementID, state: State)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
