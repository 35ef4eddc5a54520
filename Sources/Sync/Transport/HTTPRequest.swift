import Catalogue
import Glibc

/// A GET request, or with a body a POST request.
struct HTTPRequest: Sendable {
  /// How much a server may cost.
  struct Limits: Sendable {
    /// For the connection to stand, TLS included.
    var connect: Duration = .seconds(10)
    /// For everything, redirects included.
    var total: Duration = .seconds(20)
    /// How slow an answer that has begun may be.
    var bytesPerSecond = 100
    /// How long it may be slower, in whole seconds.
    var stall: Duration = .seconds(10)
    /// Bytes of the body after decompression.
    var bodyBytes = 8 << 20
    /// Bytes of the header lines of one response.
    var headerBytes = 64 << 10
    /// Responses to one request: the answer, and what comes before it, such as 103 Early Hints.
    var responses = 10
    var redirects = 5
  }

  let url: HTTPURL
  /// Name and value; they go to the URL's own origin only.
  let headers: [(name: String, value: String)]
  /// What is sent along; nil: nothing, by GET.
  let body: [UInt8]?
  var limits: Limits
  /// A file of the authorities whose certificates are trusted (PEM); nil: those of this machine.
  var authorities = HTTPRequest.usualAuthorities

  /// The file that the usual variable of OpenSSL and curl names.
  static var usualAuthorities: String? {
    guard let path = getenv("SSL_CERT_FILE"), path.pointee != 0 else { return nil }
    return String(cString: path)
  }

  /// - Returns: nil when a header has a control character, which would make two headers of one.
  init?(
    url: HTTPURL, headers: [(name: String, value: String)], body: [UInt8]? = nil,
    limits: Limits = Limits()
  ) {
    for (name, value) in headers {
      guard (name + value).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    }
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
  }
}

/// An answer that came whole.
struct HTTPResponse: Hashable, Sendable {
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]

  /// The media type without its parameters, in lower case.
  var mediaType: String? {
    guard let type = headers["content-type"] else { return nil }
    if type == "application/json" { return type }
    let name = type.prefix { $0 != ";" }
    return String(name.filter { $0 != " " }).lowercased()
  }

  /// Whether the answer says that it is JSON (RFC 8259, RFC 6839).
  var isJSON: Bool {
    guard let type = mediaType else { return false }
    return type == "application/json" || type == "text/json" || type.hasSuffix("+json")
  }

  /// Whether the answer begins as JSON and ends in the middle of it, or has not even begun.
  ///
  /// A cut right behind an inner bracket is not seen; who reads the answer finds it.
  var isCutJSON: Bool {
    guard isJSON, status != 204 else { return false }
    func isSolid(_ byte: UInt8) -> Bool { byte > 0x20 }
    guard let last = body.last(where: isSolid) else { return true }
    switch body.first(where: isSolid) {
    case UInt8(ascii: "{"): return last != UInt8(ascii: "}")
    case UInt8(ascii: "["): return last != UInt8(ascii: "]")
    default: return false
    }
  }
}

/// Why there is no answer.
enum HTTPFailure: Error, Hashable, Sendable {
  /// libcurl is not there, or is too old.
  case noLibrary(String)
  case cannotResolve(host: String)
  case cannotConnect(Origin, reason: String)
  /// The proxy does not lead to the server.
  case proxyRefused(status: Int)
  /// TLS could not be agreed on, or the certificate is not to be trusted.
  case notTrusted(Origin, reason: String)
  case timedOut
  case bodyTooLarge
  case headersTooLarge
  case tooManyRedirects
  /// The server points to another origin, where neither request nor headers go.
  case redirectedAway(to: String)
  /// The connection ended before an answer began.
  case brokenOff(reason: String)
  /// An answer began, and did not arrive whole or cannot be unpacked.
  case unreadable(reason: String)
  case cancelled
}
