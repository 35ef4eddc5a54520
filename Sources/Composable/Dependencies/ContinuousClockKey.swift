extension DependencyValues {
  /// The clock for waiting; it goes on while the machine sleeps.
  ///
  /// In tests it reports its use, until the test gives a `TestClock` or an `ImmediateClock`.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock for waiting that stops while the machine sleeps.
  ///
  /// In tests it reports its use, until the test gives a `TestClock` or an `ImmediateClock`.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> {
    UnimplementedClock("continuousClock", by: DependencyValues.whoAsks())
  }
}

private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> {
    UnimplementedClock("suspendingClock", by: DependencyValues.whoAsks())
  }
}
