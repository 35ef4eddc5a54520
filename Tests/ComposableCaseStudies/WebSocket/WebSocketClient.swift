import Composable

/// Talks to a server that may say something at any time.
struct WebSocketClient: Sendable {
  /// Names a connection, for as long as it is open.
  struct ID: Hashable, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  enum Event: Equatable, Sendable {
    case opened
    /// It is over: closed by one of the two, cut, or never opened. Nil: nobody gave a code.
    case closed(code: UInt16?, reason: String)
  }

  enum Message: Equatable, Sendable {
    case data([UInt8])
    case string(String)
  }

  /// Opens a connection; what is open under the name is closed. It closes when its events are no longer
  /// waited for, as when the task that does so is cancelled.
  var open: @Sendable (_ id: ID, _ url: String) async -> AsyncStream<Event>
  /// Waits for the next message; nil: there will be none.
  var receive: @Sendable (_ id: ID) async throws -> Message?
  /// Sends a message.
  var send: @Sendable (_ id: ID, _ message: Message) async throws -> Void
  /// Asks the server whether it is there, and waits until it says so.
  var ping: @Sendable (_ id: ID) async throws -> Void
}

extension WebSocketClient: DependencyKey {
  /// Speaks RFC 6455 over plain sockets, so ws:// only.
  ///
  /// Foundation has a web socket task, and on Linux it asks libcurl. The one of Debian 12, 7.88, has no
  /// web sockets, and every connection ends with "WebSockets not supported by libcurl".
  static let liveValue: Self = {
    let connections = WebSocketConnections()
    return Self(
      open: { id, url in connections.open(id, url) },
      receive: { id in try await connections.receive(id) },
      send: { id, message in try connections.connection(id).send(message) },
      ping: { id in try await connections.connection(id).ping() })
  }()

  static let testValue = Self(
    open: unimplemented("WebSocketClient.open", placeholder: AsyncStream { $0.finish() }),
    receive: unimplemented("WebSocketClient.receive"),
    send: unimplemented("WebSocketClient.send"),
    ping: unimplemented("WebSocketClient.ping"))
}

extension DependencyValues {
  var webSocket: WebSocketClient {
    get { self[WebSocketClient.self] }
    set { self[WebSocketClient.self] = newValue }
  }
}
