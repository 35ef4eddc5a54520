/// Actions for many elements, in order; they are reduced in one turn and saved together.
public struct IdentifiedActions<ID: Hashable & Sendable, Action: Sendable>: Sendable {
  /// An action for one element.
  public struct Element: Sendable {
    public let id: ID
    public let action: Action

    @inlinable
    public init(id: ID, action: Action) {
      self.id = id
      self.action = action
    }
  }

  public let elements: [Element]

  @inlinable
  public init(_ elements: some Sequence<(id: ID, action: Action)>) {
    self.elements = elements.map { Element(id: $0.id, action: $0.action) }
  }
}

extension IdentifiedActions: Equatable where Action: Equatable {}
extension IdentifiedActions.Element: Equatable where Action: Equatable {}
