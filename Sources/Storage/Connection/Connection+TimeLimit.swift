import CSQLite

extension Connection {
  /// Runs `body` and ends the statements in it when they take too long.
  /// - Parameters:
  ///   - limit: how long all of it may take.
  ///   - body: reads; within a write transaction it would be undone.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` threw; a `StorageError` of kind `interrupted` when the time was over.
  public func withTimeLimit<R>(_ limit: Duration, _ body: () throws -> R) throws -> R {
    let deadline = Deadline(end: ContinuousClock.now + limit)
    return try withExtendedLifetime(deadline) {
      // About every half millisecond (https://www.sqlite.org/c3ref/progress_handler.html).
      sqlite3_progress_handler(
        handle, 10_000,
        { context in
          guard let context else { return 0 }
          let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
          return ContinuousClock.now < deadline.end ? 0 : 1
        }, Unmanaged.passUnretained(deadline).toOpaque())
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      return try body()
    }
  }

  private final class Deadline {
    let end: ContinuousClock.Instant

    init(end: ContinuousClock.Instant) { self.end = end }
  }
}
