import Catalogue
import LoopbackServer
import Testing

@testable import Sync

@Suite("A request with a body")
struct HTTPPostTests {
  private func send(_ url: String, body: [UInt8]) async throws -> HTTPResponse {
    let request = try #require(
      HTTPRequest(
        url: try HTTPURL(url), headers: [(name: "Content-Type", value: "application/json")],
        body: body))
    return try await HTTPTransport.live.send(request).get()
  }

  @Test("is a POST with the bytes as they are", arguments: [0, 1, 3_000_000])
  func sent(count: Int) async throws {
    let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let server = try LoopbackServer { _ in .json("{}") }
    #expect(try await send(server.url, body: body).status == 200)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.body == body)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["content-length"] == "\(count)")
    #expect(request.headers["expect"] == nil)
  }

  @Test("goes along to the place that a redirect names", arguments: [307, 308])
  func redirect(status: Int) async throws {
    let server = try LoopbackServer { request in
      request.path == "/new" ? .json("{}") : .redirect(to: "/new", status: status)
    }
    #expect(try await send(server.url, body: [1, 2, 3]).status == 200)
    #expect(server.requests.map(\.method) == ["POST", "POST"])
    #expect(server.requests.map(\.body) == [[1, 2, 3], [1, 2, 3]])
  }

  @Test("is not made a GET by a redirect that may mean so", arguments: [301, 302, 303])
  func otherRedirect(status: Int) async throws {
    let server = try LoopbackServer { _ in .redirect(to: "/new", status: status) }
    #expect(try await send(server.url, body: [1]).status == status)
    #expect(server.requests.count == 1)
  }

  @Test("leaves nothing behind for the next request on its connection")
  func next() async throws {
    let server = try LoopbackServer { _ in .json("{}") }
    _ = try await send(server.url, body: [1, 2, 3])
    let request = try #require(HTTPRequest(url: try HTTPURL(server.url), headers: []))
    _ = try await HTTPTransport.live.send(request).get()
    #expect(server.requests.map(\.method) == ["POST", "GET"])
    #expect(server.requests.map(\.body.count) == [3, 0])
  }
}
