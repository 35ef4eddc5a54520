import Catalogue
import LoopbackServer
import Testing

@testable import Sync

@Suite(
  "The transport over TLS",
  .enabled(if: TLSServer.isThere, "openssl or python3 with its ssl module is not here"))
struct TLSTests {
  private func send(
    _ url: String, trusting authorities: String?, headers: [(name: String, value: String)] = []
  ) async throws -> Result<HTTPResponse, HTTPFailure> {
    var request = try #require(HTTPRequest(url: try HTTPURL(url), headers: headers))
    request.authorities = authorities
    return await HTTPTransport.live.send(request)
  }

  private func text(_ answer: Result<HTTPResponse, HTTPFailure>) throws -> String {
    String(decoding: try answer.get().body, as: UTF8.self)
  }

  @Test("reaches a server whose authority is trusted, by name and by address")
  func trusted() async throws {
    let server = try TLSServer(.good)
    for host in ["localhost", "127.0.0.1"] {
      let answer = try await send("https://\(host):\(server.port)/", trusting: server.authority)
      #expect(try text(answer).hasPrefix("HTTP/1.1"))
    }
  }

  @Test("speaks HTTP/2 where it is offered, and carries requests at once over one connection")
  func two() async throws {
    let server = try TLSServer(.good, protocols: "h2,http/1.1")
    let (url, authority) = ("https://localhost:\(server.port)/", server.authority)
    try await withThrowingTaskGroup(of: Result<HTTPResponse, HTTPFailure>.self) { group in
      for _ in 0..<16 { group.addTask { try await send(url, trusting: authority) } }
      for try await answer in group { #expect(try text(answer) == "HTTP/2 over 1") }
    }
  }

  @Test(
    "refuses a certificate that proves nothing, says why, and what to do",
    arguments: [
      (TLSServer.Certificate.otherHost, "for another host"), (.expired, "has expired"),
      (.ownIssuer, "SSL_CERT_FILE"),
    ])
  func untrusted(certificate: TLSServer.Certificate, words: String) async throws {
    let server = try TLSServer(certificate)
    let url = "https://localhost:\(server.port)"
    let answer = try await send(url, trusting: server.authority, headers: [("A", "canary")])
    guard case .failure(.notTrusted(let origin, let reason)) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(origin.description == url)
    #expect(reason.contains(words), "\(reason)")
  }

  @Test("trusts no authority but the machine's own, unless told to")
  func unknownAuthority() async throws {
    let server = try TLSServer(.good)
    let answer = try await send("https://localhost:\(server.port)", trusting: nil)
    guard case .failure(.notTrusted(_, let reason)) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(reason.contains("nobody whom this machine trusts"))
  }

  @Test("says that the file of trusted certificates cannot be read")
  func noAuthorities() async throws {
    let server = try TLSServer(.good)
    let answer = try await send("https://localhost:\(server.port)", trusting: "/none.pem")
    guard case .failure(.notTrusted(_, let reason)) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(reason.contains("cannot be read") && reason.contains("SSL_CERT_FILE"))
  }

  @Test("never goes from https to http")
  func downgrade() async throws {
    let thief = try LoopbackServer { _ in .json("{}") }
    let server = try TLSServer(.good, place: "http://localhost:\(thief.port)/")
    let answer = try await send(
      "https://localhost:\(server.port)", trusting: server.authority, headers: [("A", "canary")])
    #expect(answer == .failure(.redirectedAway(to: "http://localhost:\(thief.port)")))
    #expect(thief.connections == 0)
  }

  @Test(
    "knows what the TLS libraries say",
    arguments: [
      ("SSL certificate problem: certificate has expired", "has expired"),
      ("server certificate expiration date has passed.", "has expired"),
      ("SSL certificate problem: certificate is not yet valid", "not valid yet"),
      ("server certificate not activated yet.", "not valid yet"),
      (
        "SSL: no alternative certificate subject name matches target host name 'x.org'",
        "another host"
      ),
      (
        "SSL: certificate subject name (a) does not match target host name 'x.org'",
        "another host"
      ), ("SSL certificate problem: self-signed certificate", "SSL_CERT_FILE"),
      ("SSL certificate problem: unable to get local issuer certificate", "SSL_CERT_FILE"),
      (
        "server certificate verification failed. CAfile: none CRLfile: none", "SSL_CERT_FILE"
      ), ("error setting certificate verify locations:  CAfile: /none", "cannot be read"),
      ("something else", "something else"),
    ])
  func words(text: String, meant: String) {
    #expect(TLSFault.plain(text).contains(meant))
  }
}
