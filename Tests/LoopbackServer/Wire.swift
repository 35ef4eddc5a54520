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

  /// The most bytes that a head may have, and a body.
  private static let longestHead = 1 << 16
  private static let longestBody = 1 << 24

  /// Reads the next request; nil when the client is gone or sends no HTTP.
  func nextRequest(connection: Int) -> Request? {
    guard let head = receive(atMost: Self.longestHead, until: Self.lengthOfHead) else { return nil }
    let lines = head.split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
    let words = lines.first?.split(separator: UInt8(ascii: " ")) ?? []
    guard words.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      headers[name] = String(decoding: value, as: UTF8.self)
    }
    var body: [UInt8] = []
    if let length = headers["content-length"].flatMap(Int.init), length > 0 {
      let received = receive(atMost: Self.longestBody) { $0.count < length ? nil : length }
      guard let received else { return nil }
      body = Array(received)
    }
    let target = words[1].split(separator: UInt8(ascii: "?"), maxSplits: 1)
    let items = (target.count > 1 ? target[1] : []).split(separator: UInt8(ascii: "&"))
    let query = items.map { item in
      let parts = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (
        name: Request.undoPercent(parts[0]),
        value: parts.count > 1 ? Request.undoPercent(parts[1]) : ""
      )
    }
    return Request(
      number: 0, connection: connection, method: String(decoding: words[0], as: UTF8.self),
      path: Request.undoPercent(target.first ?? []), query: query, headers: headers, body: body)
  }

  private static func lengthOfHead(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex + 3
    while index < bytes.endIndex {
      if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A {
        return index + 1 - bytes.startIndex
      }
      index += 1
    }
    return nil
  }

  /// Takes from what has come as much as `length` says, which gives nil while it is too little.
  private func receive(
    atMost limit: Int, until length: (ArraySlice<UInt8>) -> Int?
  ) -> ArraySlice<UInt8>? {
    var bytes = state { $0.received }
    while true {
      if let count = length(bytes) {
        guard count <= limit else { return nil }
        state { $0.received = bytes.dropFirst(count) }
        return bytes.prefix(count)
      }
      guard bytes.count < limit else { return nil }
      var more = [UInt8](repeating: 0, count: 1 << 14)
      let count = recv(descriptor, &more, more.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes = bytes.isEmpty ? more[..<count] : bytes + more[..<count]
    }
  }
}
