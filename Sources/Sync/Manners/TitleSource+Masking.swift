import Catalogue

extension TitleSource {
  /// The source with a mask in the place of the secret that it was sent, wherever its server repeats
  /// it: what it says is shown, and kept in the database.
  /// - Parameter secret: the account's token.
  func masking(_ secret: String?) -> TitleSource {
    guard let secret = secret.flatMap(Secret.init) else { return self }
    var search: Search?
    if let candidates {
      search = { query in
        await candidates(query)
          .map { $0.map { $0.masking(secret) } }.mapError { $0.masking(secret) }
      }
    }
    return TitleSource(
      limits: limits,
      fetch: { requests in await fetch(requests).map { $0.masking(secret) } },
      warnings: { warnings().map { secret.masked($0) == nil ? $0 : withheld } },
      candidates: search)
  }
}

/// What is said in the place of a server's words that repeat the secret.
private let withheld = "the server's words hold the account's token, and are withheld"

extension TitleOutcome {
  fileprivate func masking(_ secret: Secret) -> TitleOutcome {
    switch self {
    case .found(let record): record.masking(secret)
    case .failed(let failure): .failed(failure.masking(secret))
    case .unchanged, .notFound: self
    }
  }
}

extension TitleRecord {
  fileprivate func masking(_ secret: Secret) -> TitleOutcome {
    var record = self
    // A tag or key with a mask in it would mean nothing to the server.
    // mutant secret-in-validators: `if validators.map(secret.masked) != .some(nil) { record.validators = nil }` -> `` (TokenMaskTests)
    if validators.map(secret.masked) != .some(nil) { record.validators = nil }
    if sourceKey.map(secret.masked) != .some(nil) { record.sourceKey = nil }
    // mutant secret-in-fields: `secret.masked(json) != nil` -> `false` (TokenMaskTests)
    let json = details.json
    if secret.masked(json) != nil {
      do throws(JSONError) {
        record.details = try Self.masked(json, secret)
      } catch {
        return .failed(.malformed(withheld))
      }
    }
    return .found(record)
  }
}

extension TitleRecord {
  /// Details from their JSON, with the mask in their texts.
  private static func masked(
    _ json: String, _ secret: Secret
  ) throws(JSONError) -> BookDetails {
    var details = BookDetails()
    guard case .object(let members) = try JSONValue(json: json) else { return details }
    for (name, value) in members {
      // The other names are ours.
      let isFree = name == "identifiers" || name == "raw"
      details.take(secret.masked(value, keysToo: isFree), for: name)
    }
    return details
  }
}

extension TitleCandidate {
  fileprivate func masking(_ secret: Secret) -> TitleCandidate {
    var candidate = self
    candidate.title = secret.masked(title) ?? title
    candidate.authors = authors.map { secret.masked($0) ?? $0 }
    if sourceKey.map(secret.masked) != .some(nil) { candidate.sourceKey = nil }
    return candidate
  }
}

extension TitleFailure {
  fileprivate func masking(_ secret: Secret) -> TitleFailure {
    func words(_ reason: String) -> String { secret.masked(reason) == nil ? reason : withheld }
    return switch self {
    case .offline(let reason): .offline(words(reason))
    case .unconfigured(let reason): .unconfigured(words(reason))
    case .unreadable(let reason): .unreadable(words(reason))
    case .malformed(let reason): .malformed(words(reason))
    case .unauthorised, .rateLimited, .server, .timedOut, .tooLarge: self
    }
  }
}
