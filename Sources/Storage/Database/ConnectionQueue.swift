import Dispatch

/// A connection that is used by one piece of work at a time.
///
/// `@unchecked Sendable`: `state` is read and written only in blocks on `queue`, which is serial; the
/// connection in it is handed to those blocks alone.
final class ConnectionQueue: @unchecked Sendable {
  private enum State {
    case unopened(@Sendable () throws -> sending Connection)
    case open(Connection)
    case closed
  }

  private static let current = DispatchSpecificKey<ObjectIdentifier>()
  private let queue: DispatchQueue
  private let path: String
  private var state: State

  /// - Parameters:
  ///   - label: names the queue in a debugger.
  ///   - path: the database, for errors.
  ///   - open: makes the connection when it is first needed.
  convenience init(
    label: String, path: String, open: @escaping @Sendable () throws -> sending Connection
  ) {
    self.init(label: label, path: path, state: .unopened(open))
  }

  /// Takes over a connection that was opened already.
  convenience init(label: String, path: String, connection: sending Connection) {
    self.init(label: label, path: path, state: .open(connection))
  }

  private init(label: String, path: String, state: State) {
    queue = DispatchQueue(label: label)
    self.path = path
    self.state = state
    queue.setSpecific(key: Self.current, value: ObjectIdentifier(self))
  }

  /// Runs `body` when all earlier work is done, and waits for it.
  /// - Throws: what `body` threw; a `StorageError` of kind `misuse` from within work on this queue,
  ///   which would wait for itself.
  func runAndWait<R>(_ body: (Connection) throws -> R) throws -> R {
    guard DispatchQueue.getSpecific(key: Self.current) != ObjectIdentifier(self) else {
      throw StorageError(
        .misuse, "the database would wait for itself", at: path,
        because: "this is called from within its own work",
        remedy: "use the connection that the work was given")
    }
    return try queue.sync { try body(connection()) }
  }

  /// Runs `body` when all earlier work is done.
  func run<R: Sendable>(_ body: @escaping @Sendable (Connection) throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try body(self.connection()) })
      }
    }
  }

  /// Closes the connection when all earlier work is done.
  func close() {
    guard DispatchQueue.getSpecific(key: Self.current) != ObjectIdentifier(self) else { return }
    queue.sync { state = .closed }
  }

  private func connection() throws -> Connection {
    switch state {
    case .open(let connection): return connection
    case .unopened(let open):
      let connection = try open()
      state = .open(connection)
      return connection
    case .closed:
      throw StorageError(
        .misuse, "the database is closed", at: path, because: "`close` was called",
        remedy: "open it again")
    }
  }
}
