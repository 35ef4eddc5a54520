/// An asynchronous piece of work that may send actions.
@usableFromInline
struct EffectRun<Action: Sendable>: Sendable {
  let priority: TaskPriority?
  let place: CallSite
  let operation: @Sendable (Send<Action>) async -> Void

  func map<Other>(_ transform: @escaping @Sendable (Action) -> Other) -> EffectRun<Other> {
    EffectRun<Other>(priority: priority, place: place) { send in
      await operation(Send { send(transform($0)) })
    }
  }
}
