public import Catalogue

extension TitleSource {
  /// A source that knows the given records and nothing else; for tests and previews.
  /// - Parameters:
  ///   - records: what it knows; of two with one ISBN, the later.
  ///   - idsPerRequest: the size of request that it wants.
  public static func records(_ records: [TitleRecord], idsPerRequest: Int = 25) -> TitleSource {
    let known = Dictionary(records.map { ($0.isbn, $0) }, uniquingKeysWith: { _, last in last })
    let limits = Limits(
      idsPerRequest: idsPerRequest, requestsAtOnce: 1, requestsPerSecond: .infinity)
    return TitleSource(limits: limits) { requests in
      requests.map { request in known[request.isbn].map(TitleOutcome.found) ?? .notFound }
    }
  }

  /// A source that fails each request in one way; for tests, and for accounts that cannot sync.
  /// - Parameter failure: the way.
  public static func failing(_ failure: TitleFailure) -> TitleSource {
    let limits = Limits(idsPerRequest: 25, requestsAtOnce: 1, requestsPerSecond: .infinity)
    return TitleSource(limits: limits) { requests in requests.map { _ in .failed(failure) } }
  }
}
