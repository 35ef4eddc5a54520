import Composable
import Glibc

/// One connection to a server, which a thread of its own serves.
///
/// The thread alone has the socket and the dialogue. What others ask of it, and what it has for them,
/// is in one place under a lock, and an event wakes the thread. It does not read on while enough
/// messages wait, so a server that sends faster than anybody receives is slowed down by TCP.
final class WebSocketConnection: Sendable {
  typealias Waiter<Value> = CheckedContinuation<Value, any Error>
  typealias Observer = @Sendable (WebSocketClient.Event) -> Void

  /// What the thread and the others have in common.
  struct Desk: Sendable {
    var outgoing: [UInt8] = []
    var messages: [WebSocketClient.Message] = []
    var receivers: [UInt64: Waiter<WebSocketClient.Message?>] = [:]
    var pings: [UInt64: Waiter<Void>] = [:]
    var isOpen = false
    var wantsClose = false
    var isOver = false
    var lastNumber: UInt64 = 0

    mutating func number() -> UInt64 {
      lastNumber += 1
      return lastNumber
    }
  }

  /// How many messages may wait to be received.
  static let waitingMessages = 64
  /// How much may wait to be sent, in bytes.
  static let waitingBytes = 4 << 20

  let address: WebSocketAddress
  let desk = Shared(value: Desk(), domain: SharedDomain())
  /// Wakes the thread; closed when nobody can write to it any more.
  let wakeup: WebSocketWakeup
  let observer: Observer

  /// - Throws: `WebSocketError.unreachable` when the system gives no event.
  init(to address: WebSocketAddress, observer: @escaping Observer) throws {
    self.address = address
    self.observer = observer
    guard let wakeup = WebSocketWakeup() else {
      throw WebSocketError.unreachable(host: address.host, reason: WebSocketThread.text(of: errno))
    }
    self.wakeup = wakeup
  }

  func start() { WebSocketThread(self).start() }

  // MARK: Asking

  /// Sends a message, once what waits before it is sent.
  func send(_ message: WebSocketClient.Message) throws {
    let frame =
      switch message {
      case .string(let text): WebSocketFrame(kind: .text, payload: Array(text.utf8))
      case .data(let bytes): WebSocketFrame(kind: .binary, payload: bytes)
      }
    try post(frame)
  }

  /// Waits for the next message.
  /// - Returns: nil when the connection is over and all messages have been received.
  func receive() async throws -> WebSocketClient.Message? {
    let number = desk.withLock { $0.number() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: Waiter<WebSocketClient.Message?>) in
        desk.withLock { desk in
          if Task.isCancelled {
            continuation.resume(throwing: CancellationError())
          } else if !desk.messages.isEmpty {
            continuation.resume(returning: desk.messages.removeFirst())
          } else if desk.isOver {
            continuation.resume(returning: nil)
          } else {
            desk.receivers[number] = continuation
          }
        }
        // There may be room again.
        wakeup.signal()
      }
    } onCancel: {
      desk.withLock { $0.receivers.removeValue(forKey: number) }?
        .resume(throwing: CancellationError())
    }
  }

  /// Asks the server whether it is there, and waits for its answer.
  func ping() async throws {
    let number = desk.withLock { $0.number() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Waiter<Void>) in
        desk.withLock { desk in
          if Task.isCancelled {
            continuation.resume(throwing: CancellationError())
          } else {
            desk.pings[number] = continuation
          }
        }
        do {
          try post(WebSocketFrame(kind: .ping, payload: Self.payload(of: number)))
        } catch {
          desk.withLock { $0.pings.removeValue(forKey: number) }?.resume(throwing: error)
        }
      }
    } onCancel: {
      desk.withLock { $0.pings.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }
  }

  /// Says that it is over, and lets the server answer.
  func close() {
    desk.withLock { $0.wantsClose = true }
    wakeup.signal()
  }

  static func payload(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  private func post(_ frame: WebSocketFrame) throws {
    let bytes = frame.bytes(mask: Self.mask())
    try desk.withLock { desk in
      guard desk.isOpen, !desk.isOver, !desk.wantsClose,
        desk.outgoing.count + bytes.count <= Self.waitingBytes
      else { throw WebSocketError.closed }
      desk.outgoing += bytes
    }
    wakeup.signal()
  }

  static func mask() -> [UInt8] { (0..<4).map { _ in UInt8.random(in: .min ... .max) } }
}
