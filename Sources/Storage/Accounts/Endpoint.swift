import Catalogue

/// The rules for where an account's titles come from.
enum Endpoint {
  /// Checks an endpoint of an account.
  /// - Parameter shape: what the account's kind of source takes.
  /// - Throws: `AccountError`; the endpoint itself is never part of it.
  static func check(
    _ endpoint: String?, _ shape: EndpointShape, for source: Account.Source
  ) throws(AccountError) {
    if shape == .nothing {
      guard endpoint == nil else { throw .endpointUnwanted(source) }
      return
    }
    guard let endpoint, !endpoint.isEmpty else {
      if shape == .url(isNeeded: false), endpoint == nil { return }
      throw .endpointMissing(source, shape)
    }
    guard endpoint.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw .badEndpoint("it holds a control character")
    }
    if shape != .path { try checkURL(endpoint) }
  }

  /// Checks a URL (RFC 3986) with an authority.
  private static func checkURL(_ url: String) throws(AccountError) {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else {
      throw .badEndpoint("it is no URL with `https://` or `http://`")
    }
    let scheme = url[..<colon].lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw .badEndpoint("`\(scheme)` is neither `https` nor `http`")
    }
    let authority = url[url.index(colon, offsetBy: 3)...].prefix {
      $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\"
    }
    guard !authority.contains("@") else {
      throw .badEndpoint(
        "it holds a name or password; a token comes from LIBRARYCTL_TOKEN_<ACCOUNT> or a file")
    }
    guard !url.contains(" ") else { throw .badEndpoint("it holds a space") }
    let host: Substring
    var rest: Substring
    if authority.hasPrefix("[") {
      host = authority.prefix { $0 != "]" }.dropFirst()
      rest = authority.dropFirst(host.count + 2)
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority.dropFirst(host.count)
    }
    if rest.popFirst() == ":" {
      guard rest.isEmpty || rest.utf8.count <= 5 && (UInt16(rest) ?? 0) > 0 else {
        throw .badEndpoint("its port is no number from 1 to 65535")
      }
    }
    guard !host.isEmpty else { throw .badEndpoint("it names no host") }
    guard scheme == "https" || isLoopback(host.lowercased()) else {
      throw .badEndpoint("`http` is only for this machine; use `https`")
    }
  }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
