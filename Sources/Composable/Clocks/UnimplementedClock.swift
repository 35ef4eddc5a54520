/// The clock of a test that gives none: who uses it makes the test fail, once.
///
/// Sleeping on it ends at once with a `CancellationError`, so that a loop that sleeps ends too.
public struct UnimplementedClock: Clock {
  public typealias Instant = ContinuousClock.Instant

  private let missing: MissingTestValue

  /// Makes a clock that nobody should use.
  /// - Parameter name: what it stands for, such as `continuousClock`.
  public init(
    _ name: String = "UnimplementedClock", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let reporter = DependencyValues.current.issueReporter
    self.init(name, by: DependencyValues.Asking(place: place, reporter: reporter))
  }

  init(_ name: String, by asking: DependencyValues.Asking) {
    missing = MissingTestValue(
      """
      A clock was used in a test that gives none.

        Clock: \(name)

      Likely causes: the test reaches code that it did not mean to reach, or it gives no clock.

      Give one with withDependencies: a TestClock that the test moves, or an ImmediateClock on \
      which nobody waits.
      """, by: asking)
  }

  /// The time of the continuous clock; asking for it is reported.
  public var now: Instant {
    missing.reportUse()
    return ContinuousClock().now
  }

  /// The resolution of the continuous clock; it is no use of the clock.
  public var minimumResolution: Duration { ContinuousClock().minimumResolution }

  /// Reports the use, and does not sleep.
  /// - Throws: `CancellationError`, always.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    missing.reportUse()
    throw CancellationError()
  }
}
