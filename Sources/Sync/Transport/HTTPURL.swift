/// Where a request goes to: headers that were meant for one origin never reach another (RFC 6454).
struct Origin: Hashable, Sendable, CustomStringConvertible {
  let scheme: String
  /// In lower case; an IPv6 address in its brackets.
  let host: String
  let port: Int

  /// Whether the host is this machine by name or address, so that nothing can listen between.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  var description: String {
    port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}

/// A URL that requests may go to: https, or http to this machine, without a name and password.
///
/// It is stricter than libcurl's own reading, so that what is checked here and what is sent cannot
/// mean two things.
struct HTTPURL: Hashable, Sendable {
  /// What is wrong with a URL, in words that hold nothing secret.
  struct Fault: Error, Hashable {
    let reason: String
  }

  let origin: Origin
  /// What follows the origin: empty, or a path, query included.
  let target: String

  var text: String { origin.description + target }

  init(_ text: String) throws(Fault) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw Fault(reason: "a URL has printable ASCII only, without spaces and backslashes")
    }
    guard let colon = text.range(ofFirst: "://") else {
      throw Fault(reason: "a URL begins with https://")
    }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw Fault(reason: "only https and http are spoken, not \(scheme)")
    }
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@") else {
      throw Fault(
        reason: "a URL must hold no name or password; put the token into LIBRARYCTL_TOKEN_<ACCOUNT>"
      )
    }
    var host = authority[...]
    var port = scheme == "https" ? 443 : 80
    let afterHost = authority.lastIndex(of: "]") ?? authority.startIndex
    if let mark = authority[afterHost...].lastIndex(of: ":") {
      guard let number = UInt16(authority[authority.index(after: mark)...]), number > 0 else {
        throw Fault(reason: "the port is no number from 1 to 65535")
      }
      port = Int(number)
      host = authority[..<mark]
    }
    guard Self.isHost(host) else { throw Fault(reason: "the host is missing or malformed") }
    origin = Origin(scheme: scheme, host: host.lowercased(), port: port)
    guard scheme == "https" || origin.isLoopback else {
      throw Fault(reason: "http would send everything in the clear; use https")
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
  func appending(_ path: String) -> HTTPURL {
    var base = target.prefix { $0 != "?" }
    while base.hasSuffix("/") { base.removeLast() }
    return HTTPURL(origin: origin, target: base + path)
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      let address = host.dropFirst().dropLast()
      return !address.isEmpty
        && address.utf8.allSatisfy { byte in
          switch byte {
          case 0x30...0x39, 0x41...0x46, 0x61...0x66, 0x3A, 0x2E: true
          default: false
          }
        }
    }
    return !host.isEmpty && host.utf8.count < 256
      && host.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
      }
  }
}

extension String {
  fileprivate func range(ofFirst other: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) {
        return start..<index(start, offsetBy: other.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
