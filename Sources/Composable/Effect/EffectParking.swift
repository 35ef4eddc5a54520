/// Lets a test's clock say that an effect waits for it, so that a test need not guess.
package struct EffectParking: Sendable {
  let change: @Sendable (Int) -> Void

  init<State, Action>(host: StoreCore<State, Action>) {
    change = { [weak host] in host?.effectDidPark($0) }
  }

  /// The effect begins to wait for a clock that only the test moves.
  package func park() { change(1) }

  /// The effect goes on.
  package func unpark() { change(-1) }
}
