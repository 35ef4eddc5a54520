import CSQLite

extension Connection {
  /// Runs `body` and ends the statements in it when they take too long.
  /// - Parameters:
  ///   - limit: how long all of it may take.
  ///   - body: reads; within a write transaction it would be undone.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` threw; a `StorageError` of kind `interrupted` when the time was over.
  public func withTimeLimit<R>(_ limit: Duration, _ body: () throws -> R) throws -> R {
    let end = ContinuousClock.now + limit
    return try interrupted(when: { ContinuousClock.now >= end }, body)
  }

  /// Runs `body` and ends the statements in it once a condition is met.
  /// - Parameters:
  ///   - isOver: asked about every half millisecond of a statement's work.
  ///   - body: reads; within a write transaction it would be undone.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` threw; a `StorageError` of kind `interrupted` when it was ended.
  func interrupted<R>(when isOver: @escaping () -> Bool, _ body: () throws -> R) throws -> R {
    let condition = Condition(isMet: isOver)
    return try withExtendedLifetime(condition) {
      // (https://www.sqlite.org/c3ref/progress_handler.html)
      sqlite3_progress_handler(
        handle, 10_000,
        { context in
          guard let context else { return 0 }
          return Unmanaged<Condition>.fromOpaque(context).takeUnretainedValue().isMet() ? 1 : 0
        }, Unmanaged.passUnretained(condition).toOpaque())
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      return try body()
    }
  }

  private final class Condition {
    let isMet: () -> Bool

    init(isMet: @escaping () -> Bool) { self.isMet = isMet }
  }
}
