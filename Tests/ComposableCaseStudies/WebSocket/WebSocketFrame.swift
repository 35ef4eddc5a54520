/// A frame of the WebSocket protocol (RFC 6455, section 5.2).
struct WebSocketFrame: Equatable {
  enum Kind: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    var isControl: Bool { rawValue & 0x8 != 0 }
  }

  var kind: Kind
  var isLast = true
  var payload: [UInt8]

  /// The frame as bytes.
  /// - Parameter mask: the four bytes that a client must hide the payload with, chosen anew for each
  ///   frame (section 5.3); nil: as a server sends it.
  func bytes(mask: [UInt8]?) -> [UInt8] {
    var bytes = [kind.rawValue | (isLast ? 0x80 : 0)]
    let masked: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ...125:
      bytes.append(masked | UInt8(payload.count))
    case ...0xFFFF:
      bytes.append(masked | 126)
      bytes += [UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(masked | 127)
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    guard let mask, mask.count == 4 else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// A frame that ends a connection.
  static func close(code: UInt16, reason: String = "") -> Self {
    // A control frame has at most 125 bytes, and a reason is whole characters.
    var text = reason
    while text.utf8.count > 123 { text.removeLast() }
    return Self(kind: .close, payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(text.utf8))
  }
}
