import Glibc

/// Where a request goes to: headers that were meant for one origin never reach another (RFC 6454).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
  public let scheme: String
  /// In lowercase; an IPv6 address in its square brackets.
  public let host: String
  public let port: Int

  /// Whether the host is this machine by name or address, so that nothing can listen between.
  public var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  public var description: String {
    port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}

/// A URL that requests may go to: https, or http to this machine, without a name and password.
///
/// Accounts are checked by it when they are made, and requests when they are sent, so what the one
/// accepts the other does. It is stricter than libcurl's own reading, so that what is checked here
/// and what is sent cannot mean two things.
public struct HTTPURL: Hashable, Sendable {
  /// What is wrong with a URL, in words that repeat nothing of it that may be secret.
  public struct Fault: Error, Hashable {
    public let reason: String
  }

  public let origin: Origin
  /// What follows the origin: empty, or a path, query included. A fragment is left out.
  public let target: String

  public var text: String { origin.description + target }

  /// Reads a URL.
  /// - Throws: why no request may go there.
  public init(_ text: String) throws(Fault) {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
      throw Fault(reason: "a URL must begin with https://")
    }
    let scheme = text[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else {
      let isWord = scheme.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
      throw Fault(
        reason: "a URL must begin with https:// or http://" + (isWord ? ", not \(scheme)://" : ""))
    }
    let rest = text[text.index(colon, offsetBy: 3)...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@") else {
      throw Fault(
        reason: "a URL must not hold a name or password; put the token into "
          + "LIBRARYCTL_TOKEN_<ACCOUNT> or a file"
      )
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw Fault(
        reason: "a URL must be printable ASCII without spaces and backslashes; "
          + "write a host in other letters in its ASCII form (xn--…)")
    }
    var host = authority[...]
    var port = scheme == "https" ? 443 : 80
    let afterHost = authority.lastIndex(of: "]") ?? authority.startIndex
    if let mark = authority[afterHost...].lastIndex(of: ":") {
      let digits = authority[authority.index(after: mark)...]
      guard digits.first?.isNumber == true, let number = UInt16(digits), number > 0 else {
        throw Fault(reason: "the port must be 1 to 65535; leave the colon out for the usual one")
      }
      port = Int(number)
      host = authority[..<mark]
    }
    guard Self.isHost(host) else { throw Fault(reason: "the host is missing or malformed") }
    origin = Origin(scheme: scheme, host: host.lowercased(), port: port)
    guard scheme == "https" || origin.isLoopback else {
      throw Fault(
        reason: "http is for servers on this machine only, since it sends everything in the clear; "
          + "use https")
    }
    let target = rest[authority.endIndex...].prefix { $0 != "#" }
    self.target = target.hasPrefix("?") ? "/" + target : String(target)
  }

  private init(origin: Origin, target: String) {
    self.origin = origin
    self.target = target
  }

  /// A place below this one.
  /// - Parameter path: begins with a slash; printable ASCII.
  public func appending(_ path: String) -> HTTPURL {
    var base = target.prefix { $0 != "?" }
    while base.hasSuffix("/") { base.removeLast() }
    return HTTPURL(origin: origin, target: base + path)
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      var address = in6_addr()
      return inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1
    }
    // The last name may end in a dot; no other name is empty.
    let names = (host.hasSuffix(".") ? host.dropLast() : host)
      .split(separator: ".", omittingEmptySubsequences: false)
    return host.utf8.count < 256 && !names.contains(where: \.isEmpty)
      && host.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }
}
