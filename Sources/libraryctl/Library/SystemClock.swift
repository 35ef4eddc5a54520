import Catalogue
import Glibc
import Sync

/// The time of day.
enum SystemClock {
  static var now: Instant { .wallClock }

  /// Seconds of a clock that only goes forward.
  static var elapsed: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
