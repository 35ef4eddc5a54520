import Composable
import Testing

@Suite("The live WebSocket, with a real server")
struct PythonServerTests {
  @Test("says and hears short and long messages, in parts too, and closes either way")
  func talks() async throws {
    if let reason = PythonServer.isMissing {
      print("The live WebSocket is not tried with a real server: \(reason).")
      return
    }
    let python = try PythonServer()
    defer { python.wait() }
    let url = try python.url()
    let client = WebSocketClient.liveValue
    let id = WebSocketClient.ID("python")
    let long = String(repeating: "é", count: 100_000)
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    var events: [WebSocketClient.Event] = []
    for await event in await client.open(id, url) {
      events.append(event)
      guard event == .opened else { continue }
      for message in [.string(""), .string("one"), .string(long), .data(bytes)]
        as [WebSocketClient.Message]
      {
        try await client.send(id, message)
        #expect(try await client.receive(id) == message)
      }
      try await client.send(id, .string("parts"))
      #expect(try await client.receive(id) == .string("in three parts"))
      try await client.send(id, .string("ping"))
      #expect(try await client.receive(id) == .string("pong came"))
      try await client.ping(id)
      try await client.send(id, .string("close"))
      #expect(try await client.receive(id) == nil)
    }
    #expect(events == [.opened, .closed(code: 4321, reason: "as you wish")])

    let task = Task {
      var events: [WebSocketClient.Event] = []
      for await event in await client.open(id, url) {
        events.append(event)
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return events
    }
    // The end may still come between the cancellation and the end of the stream.
    #expect(await task.value.first == .opened)
  }
}
