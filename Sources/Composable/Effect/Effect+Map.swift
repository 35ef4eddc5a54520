extension Effect {
  /// The same effect with its actions turned into others.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other> {
    Effect<Other>(operation: operation.map(action: transform) { $0.map(transform) })
  }

  /// The same effect as one of a child: it ends when the child goes.
  @usableFromInline
  func scoped(_ step: ScopeStep) -> Self { Self(operation: .scoped(step, operation)) }
}

extension Effect.Operation {
  /// The same operation with other actions and other work.
  func map<Other: Sendable>(
    action transform: (Action) -> Other, run: (EffectRun<Action>) -> EffectRun<Other>
  ) -> Effect<Other>.Operation {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let work): .run(run(work))
    case .merge(let operations):
      .merge(operations.map { $0.map(action: transform, run: run) })
    case .concatenate(let operations):
      .concatenate(operations.map { $0.map(action: transform, run: run) })
    case .cancellable(let id, let cancelInFlight, let operation):
      .cancellable(
        id, cancelInFlight: cancelInFlight, operation.map(action: transform, run: run))
    case .cancel(let id): .cancel(id)
    case .throttle(let id, let wait, let latest, let operation):
      .throttle(id, run(wait), latest: latest, operation.map(action: transform, run: run))
    case .scoped(let step, let operation):
      .scoped(step, operation.map(action: transform, run: run))
    }
  }
}
