/// Someone who is told of each change of a state, under the lock of the store's domain.
@usableFromInline
struct Observer<State> {
  let stateDidChange: (State) -> Void
  let finish: () -> Void
}
