/// What a route answers: a whole answer, or a hand on the wire.
public struct Response: Sendable {
  let write: @Sendable (Wire) -> Void
  /// What follows the head, where that is known beforehand.
  let body: [UInt8]

  /// An answer of one's own making, byte by byte; the connection is closed behind it.
  public static func wire(_ write: @escaping @Sendable (Wire) -> Void) -> Response {
    Response { wire in
      write(wire)
      wire.close()
    }
  }

  init(body: [UInt8] = [], write: @escaping @Sendable (Wire) -> Void) {
    self.body = body
    self.write = write
  }

  /// An answer with its length.
  public static func response(
    status: Int = 200, type: String? = "application/json", headers: [(String, String)] = [],
    body: [UInt8]
  ) -> Response {
    Response(body: body) { wire in
      var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.count)\r\n"
      if let type { head += "Content-Type: \(type)\r\n" }
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      wire.send(Array((head + "\r\n").utf8) + body)
    }
  }

  public static func json(
    _ text: String, status: Int = 200, headers: [(String, String)] = []
  ) -> Response {
    .response(status: status, headers: headers, body: Array(text.utf8))
  }

  public static func text(
    _ text: String, status: Int = 200, type: String, headers: [(String, String)] = []
  ) -> Response {
    .response(status: status, type: type, headers: headers, body: Array(text.utf8))
  }

  public static func redirect(to place: String, status: Int = 302) -> Response {
    .response(status: status, type: nil, headers: [("Location", place)], body: [])
  }
}
