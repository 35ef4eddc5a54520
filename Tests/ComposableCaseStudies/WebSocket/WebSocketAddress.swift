import FoundationEssentials

/// Where a WebSocket is (RFC 6455, section 3): `ws://host:port/path?query`.
struct WebSocketAddress: Equatable {
  var host: String
  var port: UInt16
  /// The path and the query.
  var resource: String

  /// - Throws: `WebSocketError.url` for anything but ws://, for a fragment, which the section forbids,
  ///   and for what has a name or a password in it.
  init(_ text: String) throws {
    guard let url = URL(string: text), url.scheme?.lowercased() == "ws", let host = url.host(),
      !host.isEmpty, url.fragment() == nil, url.user() == nil, url.password() == nil,
      let port = UInt16(exactly: url.port ?? 80),
      // What would be another line of the request.
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw WebSocketError.url(text) }
    let path = url.path(percentEncoded: true)
    self.host = host
    self.port = port
    resource =
      (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
  }
}
