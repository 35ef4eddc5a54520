extension Effect {
  /// Begins the effect at most once in each interval.
  ///
  /// The first begins at once. Of those that are asked for within the interval, one begins when it
  /// is over. The interval itself is an effect in flight, which ends with its feature.
  /// - Parameters:
  ///   - id: the name; `cancel(id:)` ends what waits and what runs, and the interval.
  ///   - interval: the shortest time from one beginning to the next.
  ///   - clock: where to wait.
  ///   - latest: whether it is the last one of an interval that begins at its end, or the first.
  public func throttle<C: Clock & Sendable>(
    id: some Hashable & Sendable, for interval: C.Duration, clock: C, latest: Bool,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self where C.Duration: Sendable {
    if isNone { return self }
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let wait = EffectRun<Action>.sleep(for: interval, on: clock, at: place)
    return Self(operation: .throttle(CancelID(id), wait, latest: latest, operation))
  }
}
