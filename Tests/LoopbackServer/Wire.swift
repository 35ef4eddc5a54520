import Glibc

/// One connection, seen from the server.
public final class Wire: Sendable {
  /// What the connection is, and whether it is still to be used.
  private struct State {
    var isOpen = true
    /// What was read and not used yet.
    var received: ArraySlice<UInt8> = []
  }

  let descriptor: Int32
  private let state = Lock(State())
  private let onSend: @Sendable (Int) -> Void

  init(descriptor: Int32, onSend: @escaping @Sendable (Int) -> Void) {
    self.descriptor = descriptor
    self.onSend = onSend
  }

  deinit { Glibc.close(descriptor) }

  var isOpen: Bool { state { $0.isOpen } }

  /// Sends bytes.
  /// - Returns: false when the client is gone.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start,
          Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 {
        close()
        return false
      }
      start += count
      onSend(count)
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a piece again and again, until `count` bytes went or the client is gone.
  public func send(repeating piece: [UInt8], count: Int) {
    var left = count
    while left > 0, send(left < piece.count ? Array(piece[..<left]) : piece) {
      left -= piece.count
    }
  }

  /// Blocks until the client closes the connection or the server stops.
  public func waitForClient() {
    var byte: UInt8 = 0
    while true {
      let count = recv(descriptor, &byte, 1, 0)
      if count == 0 || (count < 0 && errno != EINTR) { return close() }
    }
  }

  /// Blocks for so many milliseconds, or until the client closes the connection.
  /// - Returns: false when the client is gone.
  public func pause(milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, milliseconds) == 0
  }

  /// Closes the connection in both directions; nothing more comes or goes.
  public func close() {
    state { $0.isOpen = false }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Drops the connection with a reset (RST).
  public func reset() {
    // RFC 793: a close with a linger time of nought sends RST. Connecting to "no address" does the
    // same at once, and keeps the descriptor's number ours.
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    var none = sockaddr()
    none.sa_family = sa_family_t(AF_UNSPEC)
    connect(descriptor, &none, socklen_t(MemoryLayout<sockaddr>.size))
    state { $0.isOpen = false }
  }

  /// Reads the next request; nil when the client is gone or sends no HTTP.
  func nextRequest(connection: Int) -> Request? {
    var head: [UInt8] = []
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    while !head.suffix(4).elementsEqual(end) {
      guard head.count < 1 << 16, let byte = nextByte() else { return nil }
      head.append(byte)
    }
    let lines = String(decoding: head, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: true)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    var body: [UInt8] = []
    if let length = headers["content-length"].flatMap(Int.init), length > 0 {
      guard length < 1 << 24, let bytes = receive(length) else { return nil }
      body = bytes
    }
    let target = words[1].split(separator: "?", maxSplits: 1)
    let items = (target.count > 1 ? target[1] : "").split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: Request.undoPercent(parts[0].utf8),
        value: parts.count > 1 ? Request.undoPercent(parts[1].utf8) : ""
      )
    }
    return Request(
      number: 0, connection: connection, method: String(words[0]),
      path: Request.undoPercent((target.first ?? "").utf8), query: items, headers: headers,
      body: body)
  }

  private func receive(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let byte = nextByte() else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// The next byte of what has come; one read brings many.
  private func nextByte() -> UInt8? {
    if let byte = state({ $0.received.popFirst() }) { return byte }
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      return state { state in
        state.received = bytes[..<count]
        return state.received.popFirst()
      }
    }
  }
}
