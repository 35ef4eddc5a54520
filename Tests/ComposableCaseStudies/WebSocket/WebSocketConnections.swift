import Composable

/// The connections that are open, by their names.
final class WebSocketConnections: Sendable {
  private let open = Shared(
    value: [WebSocketClient.ID: WebSocketConnection](), domain: SharedDomain())

  func open(_ id: WebSocketClient.ID, _ url: String) -> AsyncStream<WebSocketClient.Event> {
    let (events, continuation) = AsyncStream<WebSocketClient.Event>.makeStream()
    do {
      let connection = try WebSocketConnection(to: WebSocketAddress(url)) { event in
        continuation.yield(event)
        if case .closed = event { continuation.finish() }
      }
      continuation.onTermination = { [weak self] reason in
        // mutant socket-closes-with-its-task:
        //   `        connection.close()⏎` -> `` (WebSocketClientTests)
        connection.close()
        // Nobody waits for it; a connection that is over may still have messages to be received.
        if case .cancelled = reason { self?.forget(connection, id) }
      }
      open.withLock { $0.updateValue(connection, forKey: id) }?.close()
      connection.start()
    } catch {
      continuation.yield(.closed(code: nil, reason: "\(error)"))
      continuation.finish()
    }
    return events
  }

  func receive(_ id: WebSocketClient.ID) async throws -> WebSocketClient.Message? {
    let connection = try connection(id)
    let message = try await connection.receive()
    if message == nil { forget(connection, id) }
    return message
  }

  /// - Throws: `WebSocketError.closed` when there is none of the name.
  func connection(_ id: WebSocketClient.ID) throws -> WebSocketConnection {
    guard let connection = open.withLock({ $0[id] }) else { throw WebSocketError.closed }
    return connection
  }

  private func forget(_ connection: WebSocketConnection, _ id: WebSocketClient.ID) {
    open.withLock { if $0[id] === connection { $0[id] = nil } }
  }
}
