import Catalogue
import Glibc
import LoopbackServer
import Testing

@testable import Sync

@Suite("The transport")
struct HTTPTransportTests {
  private func send(
    _ url: String, headers: [(name: String, value: String)] = [],
    limits: HTTPRequest.Limits = HTTPRequest.Limits()
  ) async throws -> Result<HTTPResponse, HTTPFailure> {
    let request = try #require(
      HTTPRequest(url: try HTTPURL(url), headers: headers, limits: limits))
    return await HTTPTransport.live.send(request)
  }

  @Test("brings status, headers and body, and sends the headers given")
  func plain() async throws {
    let server = try LoopbackServer { _ in
      .json("{}", status: 203, headers: [("ETag", " \"a\" "), ("X-Long", "")])
    }
    let answer = try await send(server.url + "/a%20b?c=d", headers: [("User-Agent", "me (x@y)")])
    let response = try answer.get()
    #expect(response.status == 203)
    #expect(response.body == Array("{}".utf8))
    #expect(response.headers["etag"] == "\"a\"")
    #expect(response.isJSON)
    let request = try #require(server.requests.first)
    #expect(request.path == "/a b")
    #expect(request.query("c") == "d")
    #expect(request.headers["user-agent"] == "me (x@y)")
    #expect(request.headers["accept-encoding"] == "gzip")
  }

  @Test(
    "sends to every URL that an account may have",
    arguments: [
      "", "/", "?q", "/?a=b&c", "#part", "/a%20b", "/%zz", "/a;b", "/<\"{}|^`>", "//x", "/a/../b",
      "/:80/[x]", "/~a!$'()*,=@", "/?u=https://me:pw@x.org/",
    ])
  func everyTarget(target: String) async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    for place in [server.url, server.otherURL, server.url.uppercased()] {
      #expect(try await send(place + target).get().status == 200)
    }
  }

  @Test("unpacks a body")
  func packed() async throws {
    // gzip of "{}" in one stored block
    let packed: [UInt8] =
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 0, 0xFD, 0xFF, 0x7B, 0x7D]
      + [0x43, 0xBF, 0xA6, 0xA3, 2, 0, 0, 0]
    let server = try LoopbackServer { _ in
      .response(headers: [("Content-Encoding", "gzip")], body: packed)
    }
    let answer = try await send(server.url)
    #expect(try answer.get().body == Array("{}".utf8))
  }

  @Test("hands over statuses that have no body", arguments: [204, 304])
  func noBody(status: Int) async throws {
    let server = try LoopbackServer { _ in .json("{}", status: status) }
    let answer = try await send(server.url)
    #expect(try answer.get().status == status)
    #expect(try answer.get().body == [])
  }

  @Test("follows a redirect within the origin, with its headers")
  func redirect() async throws {
    let server = try LoopbackServer { request in
      request.path == "/new" ? .json("{}") : .redirect(to: "/new", status: 307)
    }
    let answer = try await send(server.url + "/old", headers: [("Authorization", "canary")])
    #expect(try answer.get().status == 200)
    #expect(server.requests.map(\.path) == ["/old", "/new"])
    #expect(server.requests.last?.headers["authorization"] == "canary")
  }

  @Test("gives up on redirects without an end")
  func redirectLoop() async throws {
    let server = try LoopbackServer { _ in .redirect(to: "/again") }
    let answer = try await send(server.url)
    #expect(answer == .failure(.tooManyRedirects))
    #expect(server.requests.count == 6)
  }

  @Test("never brings a request or its headers to another origin")
  func redirectAway() async throws {
    let thief = try LoopbackServer { _ in .json("{}") }
    let server = try LoopbackServer { request in
      let places = [
        "/port": thief.url + "/steal", "/host": thief.otherURL, "/file": "file:///etc/passwd",
        "/ftp": "ftp://127.0.0.1/", "/tls": "https://127.0.0.1:\(thief.port)/",
        "/user": "http://canary:x@127.0.0.1:\(thief.port)/", "/clear": "http://example.org/",
        "/slashes": "//localhost:\(thief.port)/",
      ]
      return .redirect(to: places[request.path] ?? "/")
    }
    for path in ["/port", "/host", "/file", "/ftp", "/tls", "/user", "/clear", "/slashes"] {
      let answer = try await send(server.url + path, headers: [("Authorization", "canary")])
      guard case .failure(.redirectedAway(let place)) = answer else {
        Issue.record("\(path): \(answer)")
        continue
      }
      #expect(!place.contains("canary"))
    }
    #expect(thief.connections == 0)
    #expect(server.requests.count == 8)
  }

  @Test("cuts off a body that is larger than allowed", arguments: [true, false])
  func big(announced: Bool) async throws {
    let server = try LoopbackServer { _ in .big(announced: announced) }
    let answer = try await send(server.url)
    #expect(answer == .failure(.bodyTooLarge))
    await server.endedConnections(atLeast: 1)
    #expect(server.bytesSent < (announced ? 16 : 64) << 20)
  }

  @Test("cuts off a small body that unpacks to a large one")
  func bomb() async throws {
    let server = try LoopbackServer { _ in .gzipBomb }
    let answer = try await send(server.url)
    #expect(answer == .failure(.bodyTooLarge))
    await server.endedConnections(atLeast: 1)
    #expect(server.bytesSent < 4 << 20)
  }

  @Test("counts the header bytes of each response of a chain of redirects by itself")
  func headersOfRedirects() async throws {
    let long = String(repeating: "x", count: 20_000)
    let server = try LoopbackServer { request in
      let headers = [("X-A", long), ("X-B", long)]
      if request.number == 6 { return .json("{}", headers: headers) }
      return .response(
        status: 307, headers: headers + [("Location", "/\(request.number)")], body: [])
    }
    #expect(try await send(server.url).get().status == 200)
    #expect(server.requests.count == 6)
    let tooLong = try LoopbackServer { _ in
      .response(
        status: 307, headers: (0..<4).map { ("X-\($0)", long) } + [("Location", "/")], body: [])
    }
    #expect(try await send(tooLong.url) == .failure(.headersTooLarge))
  }

  @Test("takes some responses before the answer, and not without end")
  func informational() async throws {
    let hint =
      "HTTP/1.1 103 Early Hints\r\nLink: <\(String(repeating: "x", count: 10_000))>\r\n\r\n"
    for (count, isTaken) in [(9, true), (10, false), (1000, false)] {
      let server = try LoopbackServer { _ in
        .wire { wire in
          for _ in 0..<count where !wire.send(hint) { return }
          wire.send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        }
      }
      let answer = try await send(server.url)
      #expect((try? answer.get().status) == (isTaken ? 200 : nil), "\(count)")
      if !isTaken { #expect(answer == .failure(.headersTooLarge)) }
    }
  }

  @Test("does not take a header line for the beginning of another response")
  func fakeStatus() async throws {
    let server = try LoopbackServer { _ in
      .wire { wire in
        wire.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nHTTP/1.1: 500\r\n"
            + "Content-Length: 2\r\n\r\n{}")
      }
    }
    let response = try await send(server.url).get()
    #expect(response.status == 200 && response.isJSON)
  }

  @Test("cuts off a head without an end")
  func endlessHead() async throws {
    let server = try LoopbackServer { _ in .endlessHead }
    let answer = try await send(server.url)
    #expect(answer == .failure(.headersTooLarge))
    await server.endedConnections(atLeast: 1)
    #expect(server.bytesSent < 16 << 20)
  }

  @Test("has a time for the whole transfer, however the server spends it")
  func time() async throws {
    var limits = HTTPRequest.Limits()
    limits.total = .milliseconds(200)
    let server = try LoopbackServer { request in
      switch request.path {
      case "/hang": .hang
      case "/drip": .drip(everyMilliseconds: 10)
      default: .redirect(to: "/hang")
      }
    }
    for path in ["/hang", "/drip", "/redirect"] {
      let answer = try await send(server.url + path, limits: limits)
      #expect(answer == .failure(.timedOut))
    }
  }

  @Test("tells a connection that broke off from an answer that was cut")
  func cut() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/reset": .reset
      case "/body": .cutBody
      case "/chunk": .cutChunk
      default: .response(headers: [("Content-Encoding", "gzip")], body: Array("no gzip".utf8))
      }
    }
    let reset = try await send(server.url + "/reset")
    guard case .failure(.brokenOff) = reset else {
      Issue.record("\(reset)")
      return
    }
    for path in ["/body", "/chunk", "/gzip"] {
      let answer = try await send(server.url + path)
      guard case .failure(.unreadable) = answer else {
        Issue.record("\(path): \(answer)")
        continue
      }
    }
  }

  @Test("says that nobody listens")
  func refused() async throws {
    let server = try LoopbackServer { _ in .hang }
    let url = server.url
    server.stop()
    let answer = try await send(url)
    guard case .failure(.cannotConnect(let origin, let reason)) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(origin.description == url)
    #expect(reason == "Connection refused")
  }

  @Test("ends a transfer when its task is cancelled")
  func cancellation() async throws {
    let server = try LoopbackServer { _ in .hang }
    let url = server.url
    let task = Task { try await send(url) }
    await server.requests(atLeast: 1)
    task.cancel()
    #expect(try await task.value == .failure(.cancelled))
    await server.endedConnections(atLeast: 1)
  }

  @Test("sends nothing for a task that is cancelled already")
  func cancelledBefore() async throws {
    let server = try LoopbackServer { _ in .hang }
    let url = server.url
    let gate = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in gate.stream {}
      return try await send(url)
    }
    task.cancel()
    gate.continuation.finish()
    #expect(try await task.value == .failure(.cancelled))
  }

  @Test("carries many requests at once, over few connections")
  func many() async throws {
    let server = try LoopbackServer { request in .json(request.path) }
    let url = server.url
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<100 {
        group.addTask {
          let answer = try await send("\(url)/\(number)")
          return try answer.get().body == Array("/\(number)".utf8)
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(server.requests.count == 100)
    // The connections of other tests may push an idle one out of the cache meanwhile.
    #expect(server.mostAtOnce <= 8)
    #expect(server.connections < 50)
  }

  @Test("uses a connection again, and drives all transfers on one thread")
  func reuse() async throws {
    let server = try LoopbackServer { request in .json(request.path) }
    for number in 0..<20 {
      let answer = try await send("\(server.url)/\(number)")
      #expect(try answer.get().body == Array("/\(number)".utf8))
    }
    // The connections of other tests may push an idle one out of the cache meanwhile.
    #expect(server.connections < 5)
    #expect(Self.threads(named: CurlDriver.threadName) == 1)
  }

  /// How many threads of this process have a name.
  private static func threads(named name: String) -> Int {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let task = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let file = fopen("/proc/self/task/\(task)/comm", "r") else { continue }
      var line = [CChar](repeating: 0, count: 64)
      if fgets(&line, 64, file) != nil, strcmp(line, name + "\n") == 0 { count += 1 }
      fclose(file)
    }
    return count
  }

  @Test("has a time for the connection to stand, TLS included")
  func connecting() async throws {
    var limits = HTTPRequest.Limits()
    limits.connect = .milliseconds(200)
    limits.total = .seconds(3600)
    let server = try LoopbackServer { _ in .hang }
    let answer = try await send("https://127.0.0.1:\(server.port)", limits: limits)
    #expect(answer == .failure(.timedOut))
  }

  @Test("cuts off an answer that drips, and waits for one that has not begun")
  func floor() async throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      guard request.path == "/think" else { return .drip(everyMilliseconds: 50) }
      gate.wait()
      return .json("{}")
    }
    var limits = HTTPRequest.Limits()
    limits.stall = .seconds(1)
    limits.total = .seconds(3600)
    let (url, patient) = (server.url, limits)
    let thinking = Task { try await send(url + "/think", limits: patient) }
    await server.requests(atLeast: 1)
    // Begun later, and cut off while the other one still waits under the same limits.
    #expect(try await send(url + "/drip", limits: patient) == .failure(.timedOut))
    gate.open()
    #expect(try await thinking.value.get().status == 200)
  }

  @Test("refuses headers that would make two of one")
  func injection() throws {
    let url = try HTTPURL("https://x.org")
    #expect(HTTPRequest(url: url, headers: [("A", "b\r\nC: d")]) == nil)
    #expect(HTTPRequest(url: url, headers: [("A\n", "b")]) == nil)
    #expect(HTTPRequest(url: url, headers: [("A", "b\0")]) == nil)
  }

  @Test("names the package when libcurl is not there")
  func noLibrary() {
    do throws(CurlLibrary.Missing) {
      _ = try CurlLibrary.load(["libcurl-that-nobody-has.so.4"])
      Issue.record("a library was loaded")
    } catch {
      #expect(error.reason.contains("libcurl-that-nobody-has.so.4"))
      #expect(error.reason.contains("apt install libcurl4"))
    }
  }

  @Test("names the package when the library is another one")
  func wrongLibrary() {
    do throws(CurlLibrary.Missing) {
      _ = try CurlLibrary.load(["libc.so.6"])
      Issue.record("a library was loaded")
    } catch {
      #expect(error.reason.contains("curl_global_init"))
    }
  }
}
