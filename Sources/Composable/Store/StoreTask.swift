/// What a sent action has led to: its effects, and those of the actions that they sent.
public struct StoreTask: Sendable {
  @usableFromInline let group: EffectGroup?

  @usableFromInline
  init(group: EffectGroup?) { self.group = group }

  /// Waits until all of it has ended. When the waiting task is cancelled, so is the rest.
  public func finish() async { await group?.finish() }

  /// Whether a task of it runs; asked under the lock of the store's domain.
  package var isWorking: Bool { group?.isWorking ?? false }

  /// Ends all of it.
  public func cancel() { group?.cancel() }
}
