extension Clock where Duration == Swift.Duration {
  /// Ticks for as long as it is read, without drift: a tick that is late does not make the next one
  /// late.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { send(.timerTicked) }
  /// }
  /// .cancellable(id: CancelID.timer)
  /// ```
  ///
  /// For a reader that is slower than the timer, what it missed is one tick, which comes at once.
  /// - Parameters:
  ///   - interval: the time from one tick to the next, and to the first.
  ///   - tolerance: how late a tick may be; nil: the clock decides.
  public func timer(interval: Duration, tolerance: Duration? = nil) -> TimerSequence {
    TimerSequence {
      let start = now
      return { last in
        let next = Swift.max(last + interval, start.duration(to: now))
        do {
          try await sleep(until: start.advanced(by: next), tolerance: tolerance)
          return next
        } catch {
          return nil
        }
      }
    }
  }
}
