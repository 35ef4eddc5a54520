import Synchronization

extension Database {
  /// As `read`, for a question that nobody may want answered any more: when the task is cancelled,
  /// the statement in hand ends, and what waits for the connection need not wait for the answer.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` threw; a `CancellationError` when the task was cancelled before.
  public func readUntilCancelled<R: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> R
  ) async throws -> R {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
      do {
        return try await read { connection in
          if cancellation.isRequested { throw CancellationError() }
          return try connection.interrupted(when: { cancellation.isRequested }) {
            try body(connection)
          }
        }
      } catch let error as StorageError
        where error.kind == .interrupted && cancellation.isRequested
      {
        throw CancellationError()
      }
    } onCancel: {
      cancellation.request()
    }
  }

  private final class Cancellation: Sendable {
    private let flag = Atomic<Bool>(false)

    var isRequested: Bool { flag.load(ordering: .relaxed) }

    func request() { flag.store(true, ordering: .relaxed) }
  }
}
