/// An action of a feature that may be presented, or that it goes.
public enum PresentationAction<Action: Sendable>: Sendable {
  /// The feature goes: sent by its parent, or by the feature through `dismiss`.
  case dismiss
  /// For the feature that is presented.
  indirect case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}

extension CasePath where Root == PresentationAction<Value> {
  /// The action of the feature that is presented.
  public static var presented: Self {
    Self(embed: Root.presented) { if case .presented(let action) = $0 { action } else { nil } }
  }
}
