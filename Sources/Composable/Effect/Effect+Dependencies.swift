extension Effect {
  /// The same effect, whose work has the dependencies of an overlay.
  func under(_ overlay: DependencyOverlay) -> Self {
    Self(operation: operation.mapRuns { $0.under(overlay) })
  }
}

extension Effect.Operation {
  /// The same operation with other work.
  fileprivate func mapRuns(
    _ transform: (EffectRun<Action>) -> EffectRun<Action>
  ) -> Self {
    switch self {
    case .none, .send, .cancel: self
    case .run(let run): .run(transform(run))
    case .merge(let operations): .merge(operations.map { $0.mapRuns(transform) })
    case .concatenate(let operations): .concatenate(operations.map { $0.mapRuns(transform) })
    case .cancellable(let id, let cancelInFlight, let operation):
      .cancellable(id, cancelInFlight: cancelInFlight, operation.mapRuns(transform))
    case .throttle(let id, let wait, let latest, let operation):
      .throttle(id, wait, latest: latest, operation.mapRuns(transform))
    case .scoped(let step, let operation): .scoped(step, operation.mapRuns(transform))
    }
  }
}

extension EffectRun {
  fileprivate func under(_ overlay: DependencyOverlay) -> Self {
    EffectRun(priority: priority, place: place) { send in
      var values = DependencyValues.current
      overlay.apply(to: &values)
      let outer = DependencyOverlay.inForce
      // What is sent is reduced by all of the store, of which the overlay is on a part.
      let sendOutside = Send { action in
        DependencyOverlay.$inForce.withValue(outer) { send(action) }
      }
      await DependencyValues.$current.withValue(values) {
        await DependencyOverlay.$inForce.withValue(overlay) { await operation(sendOutside) }
      }
    }
  }
}
