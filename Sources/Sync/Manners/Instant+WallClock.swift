public import Catalogue
import Glibc

extension Instant {
  /// The time of day of this machine.
  public static var wallClock: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(rawValue: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
