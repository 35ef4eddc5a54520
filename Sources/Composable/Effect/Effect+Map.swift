extension Effect {
  /// The same effect with its actions turned into others.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other> {
    Effect<Other>(operation: operation.map(transform))
  }

  /// The same effect as one of a child: it ends when the child goes.
  @usableFromInline
  func scoped(_ step: ScopeStep) -> Self { Self(operation: .scoped(step, operation)) }
}

extension Effect.Operation {
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other>.Operation {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run): .run(run.map(transform))
    case .merge(let operations): .merge(operations.map { $0.map(transform) })
    case .concatenate(let operations): .concatenate(operations.map { $0.map(transform) })
    case .cancellable(let id, let cancelInFlight, let operation):
      .cancellable(id, cancelInFlight: cancelInFlight, operation.map(transform))
    case .cancel(let id): .cancel(id)
    case .throttle(let id, let wait, let latest, let operation):
      .throttle(id, wait.map(transform), latest: latest, operation.map(transform))
    case .scoped(let step, let operation): .scoped(step, operation.map(transform))
    }
  }
}
