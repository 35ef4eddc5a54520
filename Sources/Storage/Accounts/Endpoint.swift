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
      // mutant unwanted-endpoint:
      //   `guard endpoint == nil else { throw .endpointUnwanted(source) }` -> `` (AccountsTests)
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
    if shape == .path { return }
    do throws(HTTPURL.Fault) {
      // mutant one-rule-for-urls: `_ = try HTTPURL(endpoint)` -> `if !endpoint.contains("://") { _ = try HTTPURL(endpoint) }` (AccountsTests)
      _ = try HTTPURL(endpoint)
    } catch {
      throw .badEndpoint(error.reason)
    }
  }
}
