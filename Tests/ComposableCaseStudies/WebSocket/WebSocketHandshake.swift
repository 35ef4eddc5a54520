import FoundationEssentials

/// The opening handshake, from the client's side (RFC 6455, section 4.1).
struct WebSocketHandshake {
  /// The most that a server may say before the end of its headers, in bytes.
  static let limit = 16_384

  let address: WebSocketAddress
  /// Sixteen random bytes as base64.
  let key: String

  init(to address: WebSocketAddress, nonce: [UInt8]) {
    self.address = address
    key = Data(nonce).base64EncodedString()
  }

  var request: [UInt8] {
    let host = address.host.contains(":") ? "[\(address.host)]" : address.host
    return Array(
      """
      GET \(address.resource) HTTP/1.1\r
      Host: \(host)\(address.port == 80 ? "" : ":\(address.port)")\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: \(key)\r
      Sec-WebSocket-Version: 13\r
      \r

      """.utf8)
  }

  /// What the server must answer to a key.
  static func accept(for key: String) -> String {
    Data(SHA1.hash(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))).base64EncodedString()
  }

  /// Looks for the end of the server's answer, and judges it.
  /// - Returns: how many bytes the answer has; nil: it has not come to an end.
  /// - Throws: `WebSocketError.handshake`.
  func judge(_ bytes: [UInt8]) throws(WebSocketError) -> Int? {
    guard let end = Self.end(of: bytes.prefix(Self.limit)) else {
      if bytes.count >= Self.limit {
        throw WebSocketError.handshake("its answer has no end within \(Self.limit) bytes")
      }
      return nil
    }
    var lines = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: true)[...]
    let status = lines.popFirst() ?? ""
    guard status.hasPrefix("HTTP/1.1 101 ") || status == "HTTP/1.1 101" else {
      throw WebSocketError.handshake("it answers \(String(status.prefix(80)).debugDescription)")
    }
    var fields: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        throw WebSocketError.handshake("a line of its headers has no colon")
      }
      let value = line[line.index(after: colon)...].trimmingSpaces
      // Fields of one name are one list (RFC 9110, section 5.3).
      let name = line[..<colon].lowercased()
      fields[name] = fields[name].map { "\($0), \(value)" } ?? value
    }
    func has(_ token: String, in field: String) -> Bool {
      (fields[field] ?? "").split(separator: ",").contains {
        $0.trimmingSpaces.lowercased() == token
      }
    }
    guard has("websocket", in: "upgrade"), has("upgrade", in: "connection") else {
      throw WebSocketError.handshake("it does not upgrade the connection")
    }
    // mutant socket-answers-the-key:
    //   `guard fields["sec-websocket-accept"] == Self.accept(for: key) else`
    //   -> `guard fields["sec-websocket-accept"] != nil else` (WebSocketDialogueTests)
    guard fields["sec-websocket-accept"] == Self.accept(for: key) else {
      throw WebSocketError.handshake("its Sec-WebSocket-Accept does not answer this request")
    }
    for field in ["sec-websocket-extensions", "sec-websocket-protocol"] where fields[field] != nil {
      throw WebSocketError.handshake("it chose a \(field) that was not asked for")
    }
    return end
  }

  private static func end(of bytes: ArraySlice<UInt8>) -> Int? {
    let mark: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= 4 else { return nil }
    return (3..<bytes.count).first { bytes[($0 - 3)...$0].elementsEqual(mark) }.map { $0 + 1 }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
