/// Why a WebSocket could not be opened or used.
enum WebSocketError: Error, Equatable, CustomStringConvertible {
  case url(String)
  case unreachable(host: String, reason: String)
  case handshake(String)
  /// The server broke the protocol; the code is what it was told.
  case violation(code: UInt16, String)
  case tooLate
  case closed

  var description: String {
    switch self {
    case .url(let text):
      """
      \(text) is no address of a WebSocket that can be opened here. Give one as ws://host:port/path; \
      wss:// needs TLS, which this client does not have.
      """
    case .unreachable(let host, let reason):
      """
      \(host) cannot be reached: \(reason). Check the address, and whether the server runs.
      """
    case .handshake(let reason):
      "The server does not speak WebSocket at this address: \(reason)."
    case .violation(_, let reason):
      "The server broke the WebSocket protocol, and the connection was closed: \(reason)."
    case .tooLate:
      "The server did not answer in time."
    case .closed:
      "The WebSocket is closed. Open it anew."
    }
  }
}
