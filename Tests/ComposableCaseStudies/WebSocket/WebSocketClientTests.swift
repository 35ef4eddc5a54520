import Composable
import Testing

@Suite("The live WebSocket, against servers that are as bad as they may be")
struct WebSocketClientTests {
  let client = WebSocketClient.liveValue
  /// Tests run at the same time, and connections are known by name.
  let id = WebSocketClient.ID("test \(UInt64.random(in: .min ... .max))")

  /// Opens a connection, receives until there is nothing more, and tells all.
  func talk(
    to url: String, with client: WebSocketClient
  ) async -> (events: [WebSocketClient.Event], messages: [WebSocketClient.Message]) {
    var told: (events: [WebSocketClient.Event], messages: [WebSocketClient.Message]) = ([], [])
    for await event in await client.open(id, url) {
      told.events.append(event)
      if event == .opened {
        while let message = try? await client.receive(id) { told.messages.append(message) }
      }
    }
    return told
  }

  @Test("sends and receives, in parts too, asks for a sign of life, and is closed with a code")
  func talks() async throws {
    let server = try ScriptedServer { peer in
      try peer.open()
      var heard: [WebSocketFrame] = []
      for _ in 0..<2 { heard.append(try peer.frame()) }
      try peer.send(.text, "on", isLast: false)
      try peer.send(.ping, "there?")
      heard.append(try peer.frame())
      try peer.send(.continuation, "e")
      let ping = try peer.frame()
      try peer.send(WebSocketFrame(kind: .pong, payload: ping.payload).bytes(mask: nil))
      try peer.send(WebSocketFrame(kind: .binary, payload: [0, 255]).bytes(mask: nil))
      try peer.send(WebSocketFrame.close(code: 4000, reason: "enough").bytes(mask: nil))
      return (heard, try peer.closingCode())
    }
    var messages: [WebSocketClient.Message] = []
    var events: [WebSocketClient.Event] = []
    for await event in await client.open(id, server.url) {
      events.append(event)
      guard event == .opened else { continue }
      try await client.send(id, .string("hello ✓"))
      try await client.send(id, .data([1, 2, 3]))
      if let message = try await client.receive(id) { messages.append(message) }
      try await client.ping(id)
      while let message = try await client.receive(id) { messages.append(message) }
    }
    #expect(events == [.opened, .closed(code: 4000, reason: "enough")])
    #expect(messages == [.string("one"), .data([0, 255])])
    let result = try #require(await server.result)
    #expect(
      result.0 == [
        WebSocketFrame(kind: .text, payload: Array("hello ✓".utf8)),
        WebSocketFrame(kind: .binary, payload: [1, 2, 3]),
        WebSocketFrame(kind: .pong, payload: Array("there?".utf8)),
      ])
    #expect(result.1 == 4000)
    await #expect(throws: WebSocketError.closed) { try await client.send(id, .string("late")) }
    await #expect(throws: WebSocketError.closed) { try await client.ping(id) }
  }

  @Test("a task that is cancelled closes the connection, and the server is told")
  func cancelled() async throws {
    let server = try ScriptedServer { peer in
      try peer.open()
      try peer.send(.text, "one")
      return try peer.closingCode()
    }
    let (received, continuation) = AsyncStream<WebSocketClient.Message>.makeStream()
    let task = Task { [client, id] in
      for await event in await client.open(id, server.url) where event == .opened {
        while let message = try? await client.receive(id) { continuation.yield(message) }
      }
    }
    for await message in received {
      #expect(message == .string("one"))
      task.cancel()
      break
    }
    #expect(await server.result == 1000)
    await task.value
    await #expect(throws: WebSocketError.closed) { try await client.send(id, .string("late")) }
  }

  @Test("one that is opened under the same name closes the one before")
  func openedAgain() async throws {
    let first = try ScriptedServer { peer in
      try peer.open()
      return try peer.closingCode()
    }
    let second = try ScriptedServer { peer in
      try peer.open()
      try peer.send(WebSocketFrame.close(code: 1000).bytes(mask: nil))
      return try peer.closingCode()
    }
    var events = await client.open(id, first.url).makeAsyncIterator()
    #expect(await events.next() == .opened)
    let told = await talk(to: second.url, with: client)
    #expect(told.events == [.opened, .closed(code: 1000, reason: "")])
    #expect(await first.result == 1000)
    #expect(await second.result == 1000)
  }

  @Test("nothing is lost and the order stays when the server is faster than who receives")
  func flood() async throws {
    let server = try ScriptedServer { peer in
      try peer.open()
      for number in 0..<5_000 { try peer.send(.text, "\(number)") }
      try peer.send(WebSocketFrame.close(code: 1000).bytes(mask: nil))
      return try peer.closingCode()
    }
    let told = await talk(to: server.url, with: client)
    #expect(told.messages == (0..<5_000).map { .string("\($0)") })
    #expect(await server.result == 1000)
  }

  @Test(
    "a breach ends the connection, and the server is told why",
    arguments: [
      ("masked", [0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9], 1002, "a frame is masked"),
      (
        "too long", [0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0], 1009,
        "a message has more than 1048576 bytes"
      ),
      ("no UTF-8", [0x81, 2, 0xC3, 0x28], 1007, "a text is not UTF-8"),
      ("unknown", [0x83, 0], 1002, "a frame is of no known kind"),
    ] as [(String, [UInt8], UInt16, String)])
  func breach(name: String, bytes: [UInt8], code: UInt16, reason: String) async throws {
    let server = try ScriptedServer { peer in
      try peer.open()
      try peer.send(.text, "before")
      try peer.send(bytes)
      return try peer.closingCode()
    }
    let told = await talk(to: server.url, with: client)
    #expect(told.messages == [.string("before")])
    #expect(
      told.events == [
        .opened,
        .closed(
          code: nil,
          reason:
            "The server broke the WebSocket protocol, and the connection was closed: \(reason)."),
      ])
    #expect(await server.result == code)
  }

  @Test(
    "a server that does not speak WebSocket is never open",
    arguments: [
      ("HTTP/1.1 404 Not Found\r\n\r\n", #"it answers "HTTP/1.1 404 Not Found""#),
      (
        """
        HTTP/1.1 101 Switching Protocols\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
        \r

        """, "its Sec-WebSocket-Accept does not answer this request"
      ),
      (String(repeating: "x", count: 100_000), "its answer has no end within 16384 bytes"),
      ("HTTP/1.1 101 Swi", "it ended the connection"),
      ("", "it ended the connection"),
    ])
  func handshake(answer: String, reason: String) async throws {
    let server = try ScriptedServer { peer in
      _ = try peer.request()
      try? peer.send(Array(answer.utf8))
      return true
    }
    let told = await talk(to: server.url, with: client)
    #expect(
      told.events == [
        .closed(
          code: nil,
          reason: "The server does not speak WebSocket at this address: \(reason).")
      ])
    #expect(await server.result == true)
  }

  @Test("a connection that is cut is over, and what came before is received")
  func cut() async throws {
    let server = try ScriptedServer { peer in
      try peer.open()
      try peer.send(.text, "one")
      try peer.send([0x81, 100, 65])
      return true
    }
    let told = await talk(to: server.url, with: client)
    #expect(told.messages == [.string("one")])
    #expect(told.events == [.opened, .closed(code: nil, reason: "The connection was cut.")])
  }

  @Test("who waits for a sign of life when the connection goes, is told so")
  func noPong() async throws {
    let server = try ScriptedServer { peer in
      try peer.open()
      return try peer.frame().kind == .ping
    }
    for await event in await client.open(id, server.url) where event == .opened {
      await #expect(throws: WebSocketError.closed) { try await client.ping(id) }
    }
    #expect(await server.result == true)
  }

  @Test("what cannot be opened says why")
  func unreachable() async throws {
    let server = try ScriptedServer { _ in true }
    let port = server.port
    // Ends the server, so that nobody listens at its port.
    _ = await talk(to: server.url, with: client)
    let refused = await talk(to: "ws://127.0.0.1:\(port)", with: client)
    #expect(
      refused.events == [
        .closed(
          code: nil,
          reason: """
            127.0.0.1 cannot be reached: Connection refused. Check the address, and whether the \
            server runs.
            """)
      ])
    let secure = await talk(to: "wss://127.0.0.1", with: client)
    #expect(
      secure.events == [
        .closed(
          code: nil,
          reason: """
            wss://127.0.0.1 is no address of a WebSocket that can be opened here. Give one as \
            ws://host:port/path; wss:// needs TLS, which this client does not have.
            """)
      ])
  }
}
