public import Composable

/// Is told what happens in a sync; nobody listens unless a program says so.
public enum SyncEventsKey: DependencyKey {
  public typealias Value = @Sendable (SyncEvent) -> Void

  public static let liveValue: Value = { _ in }
  public static let testValue: Value = { _ in }
}

extension DependencyValues {
  /// Who is told what happens in a sync.
  public var syncEvents: SyncEventsKey.Value {
    get { self[SyncEventsKey.self] }
    set { self[SyncEventsKey.self] = newValue }
  }
}
