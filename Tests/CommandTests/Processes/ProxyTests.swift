import Glibc
import LoopbackServer
import Testing

/// The usual variables name a proxy. The server has an address that is no loopback address by its
/// looks, and leads here all the same, so that nothing leaves this machine.
@Suite struct ProxyTests {
  private let sandbox = Sandbox()
  private let server: LoopbackServer
  private let proxy: LoopbackServer

  init() throws {
    server = try LoopbackServer { _ in .json("{}") }
    proxy = try LoopbackServer { _ in .page(status: 407) }
    _ = try sandbox.run(
      "account", "add", "s", "--source", "open-library", "--endpoint",
      "https://0.0.0.0:\(server.port)", "--rate", "unlimited", "--contact", "a@example.org", "-q")
    _ = try sandbox.run("account", "use", "s")
    _ = try sandbox.run("add", "9780306406157")
  }

  @Test(
    "is asked to lead to the server, and sees no token; its refusal is said",
    arguments: ["https_proxy", "HTTPS_PROXY", "ALL_PROXY"])
  func proxied(variable: String) throws {
    let result = try sandbox.run(
      "sync", environment: [variable: proxy.url, "LIBRARYCTL_TOKEN_S": "canary"])
    #expect(result.status == 5, "\(result)")
    #expect(result.errors.contains("the proxy refuses, with status 407"), "\(result)")
    #expect(server.connections == 0)
    let request = try #require(proxy.requests.first)
    #expect(request.method == "CONNECT")
    #expect(request.path == "0.0.0.0:\(server.port)")
    #expect(!"\(request)\(result)".contains("canary"))
  }

  @Test("is not asked for what NO_PROXY names", arguments: ["no_proxy", "NO_PROXY"])
  func excepted(variable: String) throws {
    // The server speaks no TLS and lets the client wait.
    let result = try sandbox.run(
      "sync",
      environment: [
        "HTTPS_PROXY": proxy.url, variable: "0.0.0.0", "LIBRARYCTL_TIMEOUT": "1s",
      ])
    #expect(result.status == 5, "\(result)")
    #expect(server.connections > 0)
    #expect(proxy.connections == 0)
  }

  @Test("is not asked for this machine's own servers")
  func loopback() throws {
    let own = try LoopbackServer { _ in .json("{}") }
    _ = try sandbox.run("account", "set", "s", "--endpoint", own.url)
    let result = try sandbox.run(
      "sync", environment: ["http_proxy": proxy.url, "ALL_PROXY": proxy.url])
    #expect(result.status == 0, "\(result)")
    #expect(own.requests.count == 1)
    #expect(proxy.connections == 0)
  }
}
