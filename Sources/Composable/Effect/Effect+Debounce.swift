extension Effect {
  /// Does the effect once nothing under this name has been asked for during a time.
  ///
  /// Asked for again before, it begins to wait anew; once it runs, asking again ends it.
  /// - Parameters:
  ///   - id: the name; `cancel(id:)` ends the wait and the effect.
  ///   - delay: how long to wait.
  ///   - clock: where to wait.
  public func debounce<C: Clock & Sendable>(
    id: some Hashable & Sendable, for delay: C.Duration, clock: C,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self where C.Duration: Sendable {
    if isNone { return self }
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let wait = EffectRun<Action>.sleep(for: delay, on: clock, at: place)
    return Self(
      operation: .cancellable(
        CancelID(id), cancelInFlight: true, .concatenate([.run(wait), operation])))
  }
}
