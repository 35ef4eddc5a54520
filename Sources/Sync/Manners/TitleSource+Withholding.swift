import Catalogue

extension TitleSource {
  /// The source without the words of a server that repeats the secret that it was sent: reasons are
  /// shown, and kept in the database.
  /// - Parameter secret: the account's token.
  func withholding(_ secret: String?) -> TitleSource {
    guard let secret, !secret.isEmpty else { return self }
    var search: Search?
    if let candidates {
      search = { query in await candidates(query).mapError { $0.withholding(secret) } }
    }
    return TitleSource(
      limits: limits,
      fetch: { requests in await fetch(requests).map { $0.withholding(secret) } },
      warnings: { warnings().map { $0.withholding(secret) } }, candidates: search)
  }
}

extension TitleOutcome {
  fileprivate func withholding(_ secret: String) -> TitleOutcome {
    guard case .failed(let failure) = self else { return self }
    return .failed(failure.withholding(secret))
  }
}

extension TitleFailure {
  fileprivate func withholding(_ secret: String) -> TitleFailure {
    switch self {
    case .offline(let reason): .offline(reason.withholding(secret))
    case .unconfigured(let reason): .unconfigured(reason.withholding(secret))
    case .unreadable(let reason): .unreadable(reason.withholding(secret))
    case .malformed(let reason): .malformed(reason.withholding(secret))
    case .unauthorised, .rateLimited, .server, .timedOut, .tooLarge: self
    }
  }
}

extension String {
  /// The text, unless it holds the secret; in any case, since hosts are kept in small letters.
  fileprivate func withholding(_ secret: String) -> String {
    // mutant token-echo:
    //   `lowercased().contains(secret.lowercased())` -> `secret.isEmpty` (OpenLibraryTests)
    lowercased().contains(secret.lowercased())
      ? "the server's words hold the account's token, and are withheld" : self
  }
}
