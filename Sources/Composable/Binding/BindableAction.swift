/// Actions of which one case sets properties of the state.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case …
/// }
/// ```
public protocol BindableAction<State>: Sendable {
  associatedtype State: Sendable

  /// The case.
  static func binding(_ action: BindingAction<State>) -> Self

  /// What the case holds; nil for another case.
  ///
  /// Without one of its own a type is looked into by reflection, which takes a microsecond or so for
  /// each action that `BindingReducer()` sees.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  public var binding: BindingAction<State>? {
    // mutant binding-case-only: `, child.label == "binding"` -> `` (BindingTests)
    guard let child = Mirror(reflecting: self).children.first, child.label == "binding" else {
      return nil
    }
    return child.value as? BindingAction<State>
  }

  /// An action that sets a property of the state.
  /// - Parameters:
  ///   - path: the property.
  ///   - value: its new value.
  public static func set<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    .binding(.set(path, value))
  }
}

extension CasePath where Root: BindableAction, Value == BindingAction<Root.State> {
  /// The case that sets properties.
  public static var binding: Self {
    Self(embed: { Root.binding($0) }, extract: { $0.binding })
  }
}
