import Glibc

/// How the processor time of some work grows with its input.
///
/// The clock is that of the calling thread, so other tests and other programs do not count. Twice
/// the machine's usual noise stays far below what tells quadratic work from linear: with four times
/// the input, linear work takes 4 times as long, and quadratic work 16 times.
public struct Growth: Sendable, CustomStringConvertible {
  /// The size of the smaller input, as it was asked for.
  public let size: Int
  /// How many times as long an input of four times that size took.
  public let ratio: Double
  /// The time of the larger input, in milliseconds.
  public let milliseconds: Double

  /// Above this, the work is not linear.
  public static let greatestRatio = 9.0

  public var isLinear: Bool { ratio <= Self.greatestRatio }

  public var description: String {
    let tenths = Int(ratio * 10)
    return "4 × \(size) took \(tenths / 10).\(tenths % 10) times as long as \(size),"
      + " \(Int(milliseconds)) ms"
  }

  /// Measures some work with growing inputs until it takes long enough to be told from noise.
  /// - Parameters:
  ///   - start: the first size.
  ///   - most: the largest size; work that is quick even then is measured there.
  ///   - input: makes the input of a size; its time does not count.
  ///   - work: what is measured.
  /// - Returns: the growth between the last two sizes; of several tries the smallest, since only
  ///   noise can add to it.
  public static func measure<Input>(
    from start: Int = 250, to most: Int = 256_000, input: (Int) throws -> Input,
    work: (Input) throws -> Void
  ) rethrows -> Growth {
    var size = start
    var small = try time(of: try input(size), 3, work)
    while true {
      let larger = try input(size * 4)
      let large = try time(of: larger, 1, work)
      let isLast = size * 16 > most || large >= 12_000_000
      var growth = Growth(size: size, large, small)
      // Work that is quadratic shows soon.
      guard isLast || large >= 6_000_000 && !growth.isLinear else {
        size *= 4
        small = large
        continue
      }
      for _ in 0..<3 where growth.ratio > 6 {
        let again = Growth(
          size: size, try time(of: larger, 2, work), try time(of: try input(size), 3, work))
        if again.ratio < growth.ratio { growth = again }
      }
      return growth
    }
  }

  private init(size: Int, _ large: UInt64, _ small: UInt64) {
    self.size = size
    // What takes no time at all is as good as linear.
    ratio = Double(large) / Double(max(small, 200_000))
    milliseconds = Double(large) / 1_000_000
  }

  /// The shortest time of some runs, in nanoseconds.
  private static func time<Input>(
    of input: Input, _ runs: Int, _ work: (Input) throws -> Void
  ) rethrows -> UInt64 {
    var shortest = UInt64.max
    for _ in 0..<runs {
      let start = ThreadTime.now
      try work(input)
      shortest = min(shortest, ThreadTime.now - start)
    }
    return shortest
  }
}

/// The processor time of the calling thread.
public enum ThreadTime {
  /// In nanoseconds.
  public static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
