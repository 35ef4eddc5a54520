import CMeasure
import Glibc

/// Measures work, and prints what it found beside what is wanted.
enum Measure {
  /// Work that does not wait: how long the processor was at it, so that what else the machine does
  /// counts little. The shortest of several runs.
  static func quietest(of runs: Int = 5, _ work: () throws -> Void) rethrows -> Duration {
    var shortest = Duration.seconds(1000)
    for _ in 0..<runs {
      let start = processorTime()
      try work()
      shortest = min(shortest, processorTime() - start)
    }
    return shortest
  }

  /// Work that waits: the time that passes. The shortest of several runs.
  static func quietest(of runs: Int = 5, waiting work: () async throws -> Void) async rethrows
    -> Duration
  {
    let clock = ContinuousClock()
    var shortest = Duration.seconds(1000)
    for _ in 0..<runs {
      let start = clock.now
      try await work()
      shortest = min(shortest, clock.now - start)
    }
    return shortest
  }

  /// Work of other processes: the time that passes. The shortest of several runs.
  static func wallClock(of runs: Int = 5, _ work: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<runs).map { _ in clock.measure(work) }.min() ?? .zero
  }

  /// The time that this thread has had of a processor.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Prints a figure with its aim, and how often the plain thing fits into it.
  /// - Parameters:
  ///   - name: what was measured.
  ///   - time: how long one of it takes.
  ///   - aim: how long it may take; nil: there is no aim.
  ///   - plain: what does the same without the package in the same run, and how long it takes.
  ///   - ratio: how often the plain thing may fit into it; nil: there is no aim.
  static func report(
    _ name: String, _ time: Duration, aim: Duration? = nil,
    against plain: (name: String, time: Duration)? = nil, ratio: Double? = nil
  ) {
    var line = "  " + padded(name, to: 66) + padded(microseconds(time), to: 9, left: true) + " µs"
    if let aim {
      line += "  aim \(microseconds(aim)) µs\(time <= aim ? "" : ": MISSED")"
    }
    if let plain {
      let found = time / plain.time
      line += "  \(rounded(found)) times \(plain.name)"
      if let ratio { line += "  aim \(ratio)\(found <= ratio ? "" : ": MISSED")" }
    }
    print(line)
  }

  /// Prints a figure that is no time.
  static func report(_ name: String, _ value: String) {
    print("  " + padded(name, to: 66) + padded(value, to: 9, left: true))
  }

  static func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  private static func microseconds(_ time: Duration) -> String {
    rounded(time / .microseconds(1))
  }

  private static func padded(_ text: String, to width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
  }
}

/// Uses a value, so that the work that made it is not optimised away.
func use<Value>(_ value: Value) {
  withUnsafePointer(to: value) { look_at($0) }
}
