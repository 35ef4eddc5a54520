/// What is to be done besides changing the state: asking a server, waiting, sending another action.
///
/// An effect is a value; the store that gets it from a reducer does it, once the action's turn is
/// over.
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline
  indirect enum Operation: Sendable {
    case none
    case send(Action)
    case run(EffectRun<Action>)
    case merge([Operation])
    case concatenate([Operation])
    case cancellable(CancelID, cancelInFlight: Bool, Operation)
    case cancel(CancelID)
    case throttle(CancelID, EffectRun<Action>, latest: Bool, Operation)
    case scoped(ScopeStep, Operation)
  }

  @usableFromInline let operation: Operation

  @inlinable
  init(operation: Operation) { self.operation = operation }

  @inlinable
  var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Nothing.
  @inlinable
  public static var none: Self { Self(operation: .none) }

  /// Sends an action, in a turn of its own after this one.
  public static func send(_ action: Action) -> Self { Self(operation: .send(action)) }

  /// Does several effects at the same time.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Does several effects at the same time.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    combined(effects, by: Operation.merge)
  }

  /// Does several effects one after the other; each begins when the one before it has ended.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Does several effects one after the other; each begins when the one before it has ended.
  public static func concatenate(_ effects: some Sequence<Self>) -> Self {
    combined(effects, by: Operation.concatenate)
  }

  /// Does another effect at the same time.
  @inlinable
  public func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return .merge([self, other])
  }

  /// Does another effect when this one has ended.
  public func concatenate(with other: Self) -> Self { .concatenate(self, other) }

  private static func combined(
    _ effects: some Sequence<Self>, by combine: ([Operation]) -> Operation
  ) -> Self {
    let operations = effects.filter { !$0.isNone }.map(\.operation)
    if operations.isEmpty { return .none }
    return Self(operation: operations.count == 1 ? operations[0] : combine(operations))
  }
}
