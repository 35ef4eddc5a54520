/// What both sides of a WebSocket say, as the client understands it: bytes go in, and out come messages
/// and bytes to send. It has no socket, so each answer of a server can be tried.
struct WebSocketDialogue {
  /// What becomes of bytes of the server.
  enum Outcome: Equatable {
    case opened
    case message(WebSocketClient.Message)
    case pong([UInt8])
    /// Goes to the server.
    case reply(WebSocketFrame)
    /// The server has closed; nothing follows.
    case closed(code: UInt16?, reason: String)
    /// The server broke the protocol; nothing follows.
    case failed(WebSocketError)
  }

  /// The most that a message may have, in bytes; a longer one ends the connection before it is read.
  static let limit = 1 << 20

  private let handshake: WebSocketHandshake
  private var isOpen = false
  private var isOver = false
  private var bytes: [UInt8] = []
  /// A message that has begun, and its kind.
  private var kind: WebSocketFrame.Kind?
  private var parts: [UInt8] = []

  init(_ handshake: WebSocketHandshake) { self.handshake = handshake }

  /// Takes bytes, cut anywhere.
  mutating func receive(_ more: some Sequence<UInt8>) -> [Outcome] {
    if isOver { return [] }
    bytes += more
    var outcomes: [Outcome] = []
    do throws(WebSocketError) {
      if !isOpen {
        guard let count = try handshake.judge(bytes) else { return [] }
        bytes.removeFirst(count)
        isOpen = true
        outcomes.append(.opened)
      }
      while !isOver, let frame = try nextFrame() { outcomes += try understand(frame) }
    } catch {
      isOver = true
      if case .violation(let code, let reason) = error {
        outcomes.append(.reply(.close(code: code, reason: reason)))
      }
      outcomes.append(.failed(error))
    }
    return outcomes
  }

  /// The server ends the connection without closing it as it should.
  mutating func receiveEnd() -> Outcome? {
    if isOver { return nil }
    isOver = true
    return isOpen
      ? .closed(code: nil, reason: "The connection was cut.")
      : .failed(.handshake("it ended the connection"))
  }

  // MARK: Frames

  /// The next frame that is whole (RFC 6455, section 5.2).
  private mutating func nextFrame() throws(WebSocketError) -> WebSocketFrame? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[0] & 0x70 == 0 else { throw violation("a frame has bits of no extension") }
    guard let kind = WebSocketFrame.Kind(rawValue: bytes[0] & 0x0F) else {
      throw violation("a frame is of no known kind")
    }
    // mutant socket-masked:
    //   `guard bytes[1] & 0x80 == 0 else`
    //   -> `guard bytes[1] & 0x80 != 1 else` (WebSocketDialogueTests)
    guard bytes[1] & 0x80 == 0 else { throw violation("a frame is masked") }
    let isLast = bytes[0] & 0x80 != 0
    if kind.isControl, !isLast || bytes[1] > 125 {
      throw violation("a control frame is in parts, or has more than 125 bytes")
    }
    guard let (length, start) = try length() else { return nil }
    // mutant socket-limit-of-all-parts:
    //   `guard length <= Self.limit - (kind.isControl ? 0 : parts.count) else`
    //   -> `guard length <= Self.limit else` (WebSocketDialogueTests)
    guard length <= Self.limit - (kind.isControl ? 0 : parts.count) else {
      throw .violation(code: 1009, "a message has more than \(Self.limit) bytes")
    }
    guard bytes.count - start >= length else { return nil }
    let payload = Array(bytes[start..<(start + length)])
    bytes.removeFirst(start + length)
    return WebSocketFrame(kind: kind, isLast: isLast, payload: payload)
  }

  /// The length of the payload, and where it begins; nil: they have not come yet.
  private func length() throws(WebSocketError) -> (length: Int, start: Int)? {
    let short = Int(bytes[1])
    let size = short < 126 ? 0 : short == 126 ? 2 : 8
    guard bytes.count >= 2 + size else { return nil }
    if size == 0 { return (short, 2) }
    let long = bytes[2..<(2 + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard long > (size == 2 ? 125 : 0xFFFF), let length = Int(exactly: long) else {
      throw violation("a length is not written as it must be")
    }
    return (length, 2 + size)
  }

  private mutating func understand(_ frame: WebSocketFrame) throws(WebSocketError) -> [Outcome] {
    switch frame.kind {
    case .ping: return [.reply(WebSocketFrame(kind: .pong, payload: frame.payload))]
    case .pong: return [.pong(frame.payload)]
    case .close: return try close(frame.payload)
    case .text, .binary:
      guard kind == nil else { throw violation("a message begins within another") }
      kind = frame.kind
      parts = frame.payload
    case .continuation:
      guard kind != nil else { throw violation("a message goes on that has not begun") }
      parts += frame.payload
    }
    guard frame.isLast else { return [] }
    defer { (kind, parts) = (nil, []) }
    if kind == .binary { return [.message(.data(parts))] }
    // mutant socket-text-is-text:
    //   `guard let text = String(validating: parts, as: UTF8.self) else`
    //   -> `guard let text = Optional(String(decoding: parts, as: UTF8.self)) else`
    //   (WebSocketDialogueTests)
    guard let text = String(validating: parts, as: UTF8.self) else {
      throw .violation(code: 1007, "a text is not UTF-8")
    }
    return [.message(.string(text))]
  }

  /// The server closes (RFC 6455, sections 5.5.1 and 7.4).
  private mutating func close(_ payload: [UInt8]) throws(WebSocketError) -> [Outcome] {
    guard payload.count >= 2 else {
      guard payload.isEmpty else { throw violation("a closing frame has half a code") }
      isOver = true
      return [
        .reply(WebSocketFrame(kind: .close, payload: [])), .closed(code: nil, reason: ""),
      ]
    }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard [1000...1003, 1007...1014, 3000...4999].contains(where: { $0.contains(code) }) else {
      throw violation("a closing frame has the code \(code)")
    }
    guard let reason = String(validating: payload[2...], as: UTF8.self) else {
      throw .violation(code: 1007, "the reason of a closing frame is not UTF-8")
    }
    isOver = true
    return [.reply(.close(code: code)), .closed(code: code, reason: reason)]
  }

  private func violation(_ reason: String) -> WebSocketError { .violation(code: 1002, reason) }
}
