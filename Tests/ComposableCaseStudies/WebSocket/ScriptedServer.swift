import Composable
import Glibc

/// A server that does what a test says, on a thread of its own, for one connection; so it can be as bad
/// as a server may be.
final class ScriptedServer<Result: Sendable>: Sendable {
  let port: UInt16
  private let results: AsyncStream<Result>

  /// - Parameter script: speaks with the client; what it throws ends the connection.
  init(_ script: @escaping @Sendable (ScriptedPeer) throws -> Result) throws {
    let listener = Glibc.socket(
      AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard listener >= 0, isBound else { throw ServerError(code: errno) }
    port = UInt16(bigEndian: address.sin_port)
    let (results, continuation) = AsyncStream<Result>.makeStream()
    self.results = results
    try Self.onThread {
      let peer = accept(listener, nil, nil)
      close(listener)
      // A test that goes wrong fails, and does not hang; one on a busy machine is waited for.
      var patience = timeval(tv_sec: 600, tv_usec: 0)
      setsockopt(
        peer, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      if let result = try? script(ScriptedPeer(socket: peer)) { continuation.yield(result) }
      continuation.finish()
      close(peer)
    }
  }

  var url: String { "ws://127.0.0.1:\(port)/prices" }

  /// What the script has returned, once it has; nil: it threw.
  var result: Result? {
    get async {
      for await result in results { return result }
      return nil
    }
  }

  private static func onThread(_ work: @escaping @Sendable () -> Void) throws {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(ThreadWork(work))
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work() }
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw ServerError(code: status)
    }
    pthread_detach(thread)
  }
}

/// What a thread is to do.
private final class ThreadWork: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// A test's server could not go on.
struct ServerError: Error {
  let code: CInt
}

/// The server's end of a connection.
struct ScriptedPeer: Sendable {
  let socket: CInt

  func send(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw ServerError(code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ kind: WebSocketFrame.Kind, _ text: String, isLast: Bool = true) throws {
    try send(
      WebSocketFrame(kind: kind, isLast: isLast, payload: Array(text.utf8)).bytes(mask: nil))
  }

  /// Reads the request, up to its empty line.
  func request() throws -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) { bytes += try read(1) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Answers the request as it must be answered.
  func open() throws {
    let key = try request().split(separator: "\r\n")
      .first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(19)
    let accept = WebSocketHandshake.accept(for: String(key ?? ""))
    try send(
      Array(
        """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: \(accept)\r
        \r

        """.utf8))
  }

  /// Reads a frame of the client, which must be masked and is short.
  func frame() throws -> WebSocketFrame {
    let head = try read(2)
    guard head[1] & 0x80 != 0, let kind = WebSocketFrame.Kind(rawValue: head[0] & 0x0F) else {
      throw ServerError(code: EPROTO)
    }
    var length = Int(head[1] & 0x7F)
    if length == 126 { length = try read(2).reduce(0) { $0 << 8 | Int($1) } }
    let mask = try read(4)
    let payload = try read(length).enumerated().map { $1 ^ mask[$0 & 3] }
    return WebSocketFrame(kind: kind, isLast: head[0] & 0x80 != 0, payload: payload)
  }

  /// Reads frames until the client closes.
  /// - Returns: the code that it gives; nil: none.
  func closingCode() throws -> UInt16? {
    while true {
      let frame = try frame()
      if frame.kind == .close {
        return frame.payload.count < 2
          ? nil : UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1])
      }
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var part = [UInt8](repeating: 0, count: count - bytes.count)
      let read = recv(socket, &part, part.count, 0)
      guard read > 0 else { throw ServerError(code: read == 0 ? ECONNRESET : errno) }
      bytes += part[..<read]
    }
    return bytes
  }
}
