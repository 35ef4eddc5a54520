public import Catalogue
public import Composable
import Sync

/// Tells what time it is.
public enum InstantKey: DependencyKey {
  public typealias Value = @Sendable () -> Instant

  public static let liveValue: Value = { .wallClock }
}

extension DependencyValues {
  /// The time.
  public var instant: InstantKey.Value {
    get { self[InstantKey.self] }
    set { self[InstantKey.self] = newValue }
  }
}
