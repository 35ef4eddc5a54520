import Glibc

/// Work on a library that others write to meanwhile: many transactions, each short.
struct ShortWrites {
  /// How many books a transaction changes at most. A thousand take about 50 ms.
  static let books = 1000
  /// How long the lock is left to others after a transaction, in microseconds: longer than they sleep
  /// between two looks at it.
  private static let pause: UInt32 = 25_000

  let connection: Connection
  /// Undoes every transaction, so that only the report is left.
  let isTrial: Bool

  private struct TrialEnded: Error {}

  /// Runs `body` in a write transaction of its own.
  /// - Parameter body: changes no more rows than belong to `books` books.
  /// - Returns: what `body` returned.
  @discardableResult
  func run(_ body: () throws -> Int) throws -> Int {
    defer { if connection.writeLock != nil { usleep(Self.pause) } }
    guard isTrial else { return try connection.write(body) }
    var result = 0
    do {
      try connection.write {
        result = try body()
        throw TrialEnded()
      }
    } catch is TrialEnded {}
    return result
  }
}
