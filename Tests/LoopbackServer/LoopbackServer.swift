import Glibc

/// An HTTP/1.1 server on 127.0.0.1 whose answers a test writes; a thread for each connection.
///
/// ```swift
/// let server = try LoopbackServer(editions: [Edition(isbn: "9780765326355", title: "T")])
/// … --endpoint \(server.url) …
/// #expect(server.requests.count == 1)
/// ```
public final class LoopbackServer: Sendable {
  /// A route: it runs on the connection's thread and may block there.
  public typealias Route = @Sendable (Request) -> Response

  /// The server could not listen.
  public struct Failure: Error {
    public let call: String
    public let code: Int32
  }

  private struct State {
    var route: Route
    var requests: [Request] = []
    var underWay = 0
    var mostAtOnce = 0
    var connections = 0
    var closedByClient = 0
    var bytesSent = 0
    var wires: [Int: Wire] = [:]
    var isListening = true
    var isStopped = false
    var waiting: [(isDone: @Sendable (State) -> Bool, resume: CheckedContinuation<Void, Never>)] =
      []

    mutating func takeDone() -> [CheckedContinuation<Void, Never>] {
      var done: [CheckedContinuation<Void, Never>] = []
      for index in waiting.indices.reversed() where isStopped || waiting[index].isDone(self) {
        done.append(waiting.remove(at: index).resume)
      }
      return done
    }
  }

  private let state: Lock<State>
  private let listener: Int32
  /// The port on 127.0.0.1.
  public let port: UInt16

  /// Starts a server.
  /// - Parameter route: answers each request.
  /// - Throws: `Failure` when no port can be had.
  public init(_ route: @escaping Route) throws {
    state = Lock(State(route: route))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw Failure(call: "socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let failed: String? = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        if bind(listener, pointer, length) != 0 { return "bind" }
        if listen(listener, 512) != 0 { return "listen" }
        return getsockname(listener, pointer, &length) == 0 ? nil : "getsockname"
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if let failed {
      let code = errno
      close(listener)
      throw Failure(call: failed, code: code)
    }
    let state = state
    Self.startThread { Self.accept(on: listener, state) }
  }

  deinit { stop() }

  /// The server's address, without a slash at the end.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// The same server under another origin.
  public var otherURL: String { "http://localhost:\(port)" }

  /// Every request so far, in the order in which they came.
  public var requests: [Request] { state { $0.requests } }

  /// The most requests that were being answered at one moment.
  public var mostAtOnce: Int { state { $0.mostAtOnce } }

  /// How many bytes were handed to the kernel.
  public var bytesSent: Int { state { $0.bytesSent } }

  /// How many connections there were.
  public var connections: Int { state { $0.connections } }

  /// Answers by another route from now on.
  public func route(_ route: @escaping Route) { state { $0.route = route } }

  /// Waits until so many requests have come (or the server is stopped).
  public func requests(atLeast count: Int) async { await wait { $0.requests.count >= count } }

  /// Waits until so many connections have ended.
  public func endedConnections(atLeast count: Int) async {
    await wait { $0.closedByClient >= count }
  }

  /// Ends all connections and refuses new ones.
  public func stop() {
    let (wires, done) = state { state in
      let isFirst = !state.isStopped
      state.isStopped = true
      // Once it is closed its number may be another server's.
      if state.isListening { shutdown(listener, Int32(SHUT_RDWR)) }
      return (isFirst ? Array(state.wires.values) : [], state.takeDone())
    }
    for wire in wires { wire.close() }
    for waiting in done { waiting.resume() }
  }

  private func wait(until isDone: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isDoneAlready = state { state in
        if state.isStopped || isDone(state) { return true }
        state.waiting.append((isDone, continuation))
        return false
      }
      if isDoneAlready { continuation.resume() }
    }
  }

  private static func change<Result>(
    _ state: Lock<State>, _ body: (inout State) -> Result
  ) -> Result {
    let (result, done) = state { state in (body(&state), state.takeDone()) }
    for waiting in done { waiting.resume() }
    return result
  }

  private static func accept(on listener: Int32, _ state: Lock<State>) {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
      if descriptor < 0 { break }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var one: Int32 = 1
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      let wire = Wire(descriptor: descriptor) { count in state { $0.bytesSent += count } }
      let number: Int? = change(state) { state in
        guard !state.isStopped else { return nil }
        state.connections += 1
        state.wires[state.connections] = wire
        return state.connections
      }
      guard let number else { break }
      startThread { serve(wire, number, state) }
    }
    state { state in
      state.isListening = false
      close(listener)
    }
  }

  private static func serve(_ wire: Wire, _ connection: Int, _ state: Lock<State>) {
    while wire.isOpen {
      guard let request = wire.nextRequest(connection: connection) else { break }
      let (route, numbered) = change(state) { state in
        var request = request
        request.number = state.requests.count + 1
        state.requests.append(request)
        state.underWay += 1
        state.mostAtOnce = max(state.mostAtOnce, state.underWay)
        return (state.route, request)
      }
      route(numbered).write(wire)
      state { $0.underWay -= 1 }
    }
    wire.close()
    change(state) { state in
      state.wires[connection] = nil
      state.closedByClient += 1
    }
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Work: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      work.release()
    }
  }
}
