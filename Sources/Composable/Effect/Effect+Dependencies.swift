extension Effect {
  /// The same effect, whose work has the dependencies of an overlay.
  func under(_ overlay: DependencyOverlay) -> Self {
    Self(operation: operation.map(action: { $0 }) { $0.under(overlay) })
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
        // mutant sending-lifts-overlay:
        //   `DependencyOverlay.$inForce.withValue(outer) { send(action) }`
        //   -> `send(action)` (DependencyReducerTests)
        DependencyOverlay.$inForce.withValue(outer) { send(action) }
      }
      await DependencyValues.$current.withValue(values) {
        await DependencyOverlay.$inForce.withValue(overlay) { await operation(sendOutside) }
      }
    }
  }
}
