/// An action that sets one property of a state.
///
/// ```swift
/// store.send(.set(\.name, "Ada"))
///
/// switch action {
/// case .binding(\.name): …
/// case .binding: …
/// }
/// ```
public struct BindingAction<State: Sendable>: Sendable {
  /// The property.
  public let path: any PartialKeyPath<State> & Sendable
  let value: any Sendable
  private let apply: @Sendable (inout State) -> Void
  private let isValue: @Sendable (Any) -> Bool

  private init<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) {
    self.path = path
    self.value = value
    apply = { $0[keyPath: path] = value }
    isValue = { $0 as? Value == value }
  }

  /// Sets a property.
  /// - Parameters:
  ///   - path: the property.
  ///   - value: its new value.
  public static func set<Value: Equatable & Sendable>(
    _ path: any WritableKeyPath<State, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(path, value)
  }

  private var plainPath: PartialKeyPath<State> { path }

  /// Sets the property of a state.
  func set(in state: inout State) { apply(&state) }

  /// Whether an action sets a property: `case .binding(\.name):`.
  public static func ~= <Value>(path: WritableKeyPath<State, Value>, action: Self) -> Bool {
    action.plainPath == path
  }
}

extension BindingAction: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.plainPath == right.plainPath && left.isValue(right.value)
  }
}

extension BindingAction: CustomStringConvertible {
  public var description: String { "set(\(pathText), \(String(reflecting: value)))" }

  /// A property that is computed, such as one of a property wrapper, has no name in its key path here
  /// but an address, which differs from run to run; its type is left.
  private var pathText: String {
    let words = "\(path)".split(separator: " ", omittingEmptySubsequences: false)
    return words.filter { !$0.hasPrefix("0x") }.joined(separator: " ")
  }
}

extension BindingAction: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["path": path, "value": value]) }
}
