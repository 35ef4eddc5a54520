import Composable
import Glibc

/// The thread of a connection: it alone touches the socket.
final class WebSocketThread: @unchecked Sendable {
  // Sendable: the variables are touched only by the thread, which begins after they are made.
  /// How long a server may take to answer the handshake, and to close, in milliseconds.
  private static let patience: (opening: Int, closing: Int) = (60_000, 5_000)

  private let connection: WebSocketConnection
  private var dialogue: WebSocketDialogue
  private let request: [UInt8]
  private var socket: CInt = -1
  private var isConnected = false
  private var isClosing = false
  private var deadline: Int?
  /// Why it is over, once it is to be.
  private var end: WebSocketClient.Event?

  init(_ connection: WebSocketConnection) {
    self.connection = connection
    let handshake = WebSocketHandshake(
      to: connection.address, nonce: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
    dialogue = WebSocketDialogue(handshake)
    request = handshake.request
  }

  func start() {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument {
          Unmanaged<WebSocketThread>.fromOpaque(argument).takeRetainedValue().run()
        }
        return nil
      }, box.toOpaque())
    if status == 0 {
      pthread_detach(thread)
    } else {
      box.release()
      finish(.closed(code: nil, reason: Self.text(of: status)))
    }
  }

  private func run() {
    do {
      try connect()
      deadline = Self.now() + Self.patience.opening
      while end == nil { try step() }
    } catch {
      end = end ?? .closed(code: nil, reason: "\(error)")
    }
    if socket >= 0 {
      // What is still to be said, such as why the connection ends, if it can be said at once.
      _ = try? flush()
      _ = close(socket)
    }
    finish(end ?? .closed(code: nil, reason: ""))
  }

  /// Tells everybody who waits.
  private func finish(_ event: WebSocketClient.Event) {
    let (receivers, pings) = connection.desk.withLock { desk in
      desk.isOver = true
      defer { (desk.receivers, desk.pings) = ([:], [:]) }
      return (desk.receivers, desk.pings)
    }
    for receiver in receivers.values { receiver.resume(returning: nil) }
    for ping in pings.values { ping.resume(throwing: WebSocketError.closed) }
    connection.observer(event)
  }

  // MARK: Steps

  private func connect() throws {
    let address = connection.address
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(address.host, "\(address.port)", &hints, &found)
    guard status == 0, let first = found else {
      throw WebSocketError.unreachable(
        host: address.host, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }
    let info = first.pointee
    socket = Glibc.socket(
      info.ai_family,
      info.ai_socktype | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw unreachable(errno) }
    if Glibc.connect(socket, info.ai_addr, info.ai_addrlen) != 0, errno != EINPROGRESS {
      throw unreachable(errno)
    }
    connection.desk.withLock { $0.outgoing = request }
  }

  /// Waits for something, and does it.
  private func step() throws {
    let (isOpen, wantsClose, canRead, mustWrite) = connection.desk.withLock { desk in
      (
        desk.isOpen, desk.wantsClose,
        // A server that only asks, and takes no answers, is not listened to either.
        desk.messages.count < WebSocketConnection.waitingMessages
          && desk.outgoing.count < WebSocketConnection.waitingBytes, !desk.outgoing.isEmpty
      )
    }
    if wantsClose, try !beginClosing(isOpen) { return }
    var events = [
      pollfd(
        fd: socket,
        events: Int16((canRead ? POLLIN : 0) | (mustWrite || !isConnected ? POLLOUT : 0)),
        revents: 0),
      pollfd(fd: connection.wakeup.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let patience = deadline.map { CInt(clamping: max(0, $0 - Self.now())) } ?? -1
    let count = poll(&events, 2, patience)
    if count < 0 && errno != EINTR { throw unreachable(errno) }
    if count == 0 { throw WebSocketError.tooLate }
    if events[1].revents != 0 { connection.wakeup.clear() }
    let happened = CInt(events[0].revents)
    if !isConnected {
      if happened == 0 { return }
      try checkConnected()
    }
    if happened & POLLOUT != 0 { try flush() }
    if canRead, happened & (POLLIN | POLLHUP | POLLERR) != 0 {
      try read()
    } else if happened & POLLERR != 0 {
      throw unreachable(ECONNRESET)
    }
  }

  /// Says that it is over, once.
  /// - Returns: false when there is nobody to tell.
  private func beginClosing(_ isOpen: Bool) throws -> Bool {
    guard isOpen else {
      end = .closed(code: nil, reason: "It was closed before it was open.")
      return false
    }
    guard !isClosing else { return true }
    isClosing = true
    deadline = Self.now() + Self.patience.closing
    say(.close(code: 1000))
    try flush()
    return true
  }

  private func checkConnected() throws {
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    if code != 0 { throw unreachable(code) }
    isConnected = true
  }

  /// Sends what can be sent without waiting.
  private func flush() throws {
    let failure: CInt? = connection.desk.withLock { desk in
      while !desk.outgoing.isEmpty {
        let count = Glibc.send(
          socket, desk.outgoing, desk.outgoing.count, CInt(MSG_NOSIGNAL))
        if count > 0 {
          desk.outgoing.removeFirst(count)
        } else if errno == EAGAIN {
          return nil
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
    if let failure { throw unreachable(failure) }
  }

  private func read() throws {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.recv(socket, &bytes, bytes.count, 0)
    if count < 0 {
      if errno == EAGAIN || errno == EINTR { return }
      throw unreachable(errno)
    }
    let outcomes =
      count == 0 ? [dialogue.receiveEnd()].compactMap { $0 } : dialogue.receive(bytes[..<count])
    for outcome in outcomes { take(outcome) }
    if end == nil { try flush() }
  }

  private func take(_ outcome: WebSocketDialogue.Outcome) {
    let desk = connection.desk
    switch outcome {
    case .opened:
      deadline = nil
      desk.withLock { $0.isOpen = true }
      connection.observer(.opened)
    case .message(let message):
      // After the end that we have said nobody wants any.
      if isClosing { return }
      let receiver = desk.withLock { desk in
        let receiver = desk.receivers.keys.min().flatMap { desk.receivers.removeValue(forKey: $0) }
        if receiver == nil { desk.messages.append(message) }
        return receiver
      }
      receiver?.resume(returning: message)
    case .pong(let payload):
      let ping = desk.withLock { desk in
        desk.pings.keys.first { WebSocketConnection.payload(of: $0) == payload }
          .flatMap { desk.pings.removeValue(forKey: $0) }
      }
      ping?.resume()
    case .reply(let frame):
      // Who has said that it closes says nothing more (RFC 6455, section 5.5.1).
      if !isClosing { say(frame) }
    case .closed(let code, let reason):
      end = .closed(code: code, reason: reason)
    case .failed(let error):
      end = .closed(code: nil, reason: "\(error)")
    }
  }

  private func say(_ frame: WebSocketFrame) {
    connection.desk.withLock { $0.outgoing += frame.bytes(mask: WebSocketConnection.mask()) }
  }

  // MARK: Words and time

  private func unreachable(_ code: CInt) -> WebSocketError {
    .unreachable(host: connection.address.host, reason: Self.text(of: code))
  }

  static func text(of code: CInt) -> String { String(cString: strerror(code)) }

  /// Milliseconds that only go forward.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
  }
}
