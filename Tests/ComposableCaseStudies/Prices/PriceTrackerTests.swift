import Composable
import ComposableTesting
import Testing

@Suite("Prices that change while one looks")
struct PriceTrackerTests {
  typealias Client = WebSocketClient

  let clock = TestClock()
  let events = AsyncStream<Client.Event>.makeStream()
  let messages = AsyncStream<Client.Message>.makeStream()
  /// What the feature asks of its connection.
  let asked = Shared(value: [String](), domain: SharedDomain())

  /// A tracker whose market is the test.
  func tracker(_ state: PriceTrackerFeature.State = .init()) -> TestStoreOf<PriceTrackerFeature> {
    TestStore(initialState: state) {
      PriceTrackerFeature(url: "ws://market.example")
    } withDependencies: { [clock, events = events.stream, messages = messages.stream, asked] in
      $0.continuousClock = clock
      $0.webSocket.open = { _, url in
        asked.withLock { $0.append("open \(url)") }
        return events
      }
      $0.webSocket.receive = { _ in
        for await message in messages { return message }
        return nil
      }
      $0.webSocket.send = { _, message in
        if message == .string("follow NONE") { throw WebSocketError.closed }
        asked.withLock { $0.append("send \(message)") }
      }
      $0.webSocket.ping = { _ in asked.withLock { $0.append("ping") } }
    }
  }

  @Test("connects, follows, shows what comes, and is closed by the market")
  func follows() async {
    let store = tracker()
    store.send(.connectButtonTapped) { $0.connection = .connecting }
    store.send(.connectButtonTapped)
    events.continuation.yield(.opened)
    await store.receive(.socket(.opened)) { $0.connection = .connected }
    store.send(.follow(symbol: "SWFT"))
    messages.continuation.yield(.string(#"{"symbol": "SWFT", "cents": 1999}"#))
    await store.receive(.received(.string(#"{"symbol": "SWFT", "cents": 1999}"#))) {
      $0.prices = ["SWFT": 1999]
    }
    messages.continuation.yield(.string(#"{"symbol": "SWFT", "cents": 2001}"#))
    await store.receive(.received(.string(#"{"symbol": "SWFT", "cents": 2001}"#))) {
      $0.prices = ["SWFT": 2001]
    }
    events.continuation.yield(.closed(code: 1001, reason: "The market closes."))
    messages.continuation.finish()
    await store.receive(.socket(.closed(code: 1001, reason: "The market closes."))) {
      $0.connection = .disconnected
      $0.message = "The market closes."
    }
    events.continuation.finish()
    await store.finish()
    #expect(asked.wrappedValue == ["open ws://market.example", #"send string("follow SWFT")"#])
  }

  @Test(
    "a message that makes no sense changes nothing",
    arguments: [
      .string("hello"), .string(""), .string("{"), .string(#"{"symbol": "SWFT"}"#),
      .string(#"{"symbol": "SWFT", "cents": "many"}"#),
      .string(#"{"symbol": "SWFT", "cents": 1e300}"#),
      .string(#"{"symbol": "SWFT", "cents": -5}"#), .string(String(repeating: "[", count: 10_000)),
      .data([0, 1, 2]),
    ] as [WebSocketClient.Message])
  func malformed(message: WebSocketClient.Message) async {
    let store = tracker(PriceTrackerFeature.State(connection: .connected, prices: ["SWFT": 1]))
    store.send(.received(message))
    store.send(.received(.string(#"{"symbol": "SWFT", "cents": 2}"#))) { $0.prices = ["SWFT": 2] }
    await store.finish()
  }

  @Test("says from time to time that it is still there, and no longer once it is disconnected")
  func pings() async {
    let store = tracker()
    store.send(.connectButtonTapped) { $0.connection = .connecting }
    events.continuation.yield(.opened)
    await store.receive(.socket(.opened)) { $0.connection = .connected }
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(10))
    #expect(asked.wrappedValue.filter { $0 == "ping" }.count == 1)
    await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(10))
    #expect(asked.wrappedValue.filter { $0 == "ping" }.count == 2)
    store.send(.disconnectButtonTapped) { $0.connection = .disconnected }
    await store.finish()
    await clock.advance(by: .seconds(60))
    #expect(asked.wrappedValue.filter { $0 == "ping" }.count == 2)
  }

  @Test("disconnecting closes the connection, and what it still brings is not shown")
  func disconnects() async {
    let isClosed = AsyncStream<Void>.makeStream()
    events.continuation.onTermination = { _ in isClosed.continuation.finish() }
    let store = tracker()
    store.send(.connectButtonTapped) { $0.connection = .connecting }
    events.continuation.yield(.opened)
    await store.receive(.socket(.opened)) { $0.connection = .connected }
    store.send(.disconnectButtonTapped) { $0.connection = .disconnected }
    messages.continuation.yield(.string(#"{"symbol": "SWFT", "cents": 1999}"#))
    for await _ in isClosed.stream {}
    await store.finish()
    store.send(.follow(symbol: "SWFT"))
    await store.finish()
  }

  @Test("shows why it could not connect, and no longer once it tries again")
  func fails() async {
    let store = tracker()
    store.send(.connectButtonTapped) { $0.connection = .connecting }
    events.continuation.yield(.closed(code: nil, reason: "Nobody is there."))
    events.continuation.finish()
    await store.receive(.socket(.closed(code: nil, reason: "Nobody is there."))) {
      $0.connection = .disconnected
      $0.message = "Nobody is there."
    }
    store.send(.connectButtonTapped) {
      $0.connection = .connecting
      $0.message = nil
    }
    await store.finish()
  }

  @Test("shows why it could not follow")
  func followFails() async {
    let store = tracker(PriceTrackerFeature.State(connection: .connected))
    store.send(.follow(symbol: "NONE"))
    await store.receive(.followFailed("The WebSocket is closed. Open it anew.")) {
      $0.message = "The WebSocket is closed. Open it anew."
    }
    await store.finish()
  }

  @Test("works with a real connection, and closes it")
  func live() async throws {
    let server = try ScriptedServer { peer in
      try peer.open()
      let request = try peer.frame()
      try peer.send(.text, "what?")
      try peer.send(.text, #"{"symbol": "SWFT", "cents": 1999}"#)
      return (String(decoding: request.payload, as: UTF8.self), try peer.closingCode())
    }
    let store = Store(initialState: PriceTrackerFeature.State()) {
      PriceTrackerFeature(url: server.url)
    } withDependencies: {
      $0.sharedDomain = SharedDomain()
    }
    var connections = store.observe(\.connection).makeAsyncIterator()
    var prices = store.observe(\.prices).makeAsyncIterator()
    #expect(await prices.next() == [:])
    let task = store.send(.connectButtonTapped)
    while let connection = await connections.next(), connection != .connected {}
    await store.send(.follow(symbol: "SWFT")).finish()
    #expect(await prices.next() == ["SWFT": 1999])
    store.send(.disconnectButtonTapped)
    await task.finish()
    let result = try #require(await server.result)
    #expect(result == ("follow SWFT", 1000))
  }
}
