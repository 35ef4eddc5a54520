public import Catalogue
public import Composable
import Glibc

/// Tells what time it is.
public enum InstantKey: DependencyKey {
  public typealias Value = @Sendable () -> Instant

  public static let liveValue: Value = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(rawValue: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}

extension DependencyValues {
  /// The time.
  public var instant: InstantKey.Value {
    get { self[InstantKey.self] }
    set { self[InstantKey.self] = newValue }
  }
}
