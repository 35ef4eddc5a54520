public import Catalogue

extension Account.Source {
  public static let openLibrary: Self = "open-library"
}

extension SourceKind {
  static let openLibrary = SourceKind(
    .openLibrary, "Open Library", endpoint: .url(isNeeded: false), home: OpenLibrary.home,
    wantsContact: true
  ) { account, settings in
    .openLibrary(account.endpoint, contact: account.contact, rate: account.rate, settings)
  }
}

extension TitleSource {
  /// Open Library, or a server that answers as it does.
  ///
  /// Without a contact it asks once a second, with one three times a second, as Open Library
  /// publishes it; the contact goes into the User-Agent.
  /// - Parameters:
  ///   - endpoint: where it is, without the path of the request; nil: openlibrary.org.
  ///   - contact: a mail address or URL of the user.
  ///   - rate: requests a second instead of the published rate; `.infinity`: no limit.
  ///   - version: this program's, for the User-Agent.
  ///   - token: a secret that goes along to the endpoint, and nowhere else.
  ///   - budget: for one request with all its attempts and the waits between them.
  ///   - clock: by which it waits.
  ///   - random: a number from 0 to 1, for the waits between attempts.
  ///   - now: the time of day, for a server that names a date to come back at.
  /// - Returns: a source; when an argument cannot be used, one that says so for each book.
  public static func openLibrary(
    endpoint: String? = nil, contact: String? = nil, rate: Double? = nil, version: String = "0",
    token: String? = nil, budget: Duration = .seconds(20),
    clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    now: @escaping @Sendable () -> Instant = { .wallClock }
  ) -> TitleSource {
    let settings = SourceSettings(
      version: version, token: token, budget: budget, clock: clock, random: random, now: now)
    return openLibrary(endpoint, contact: contact, rate: rate, settings)
  }

  fileprivate static func openLibrary(
    _ endpoint: String?, contact: String?, rate: Double?, _ settings: SourceSettings
  ) -> TitleSource {
    at(endpoint ?? OpenLibrary.home) { url in
      let published: Double = contact == nil ? 1 : 3
      let rate = rate.map { $0 > 0 ? $0 : published } ?? published
      let library = OpenLibrary(
        url: url, headers: settings.headers(contact: contact),
        courier: settings.courier(perSecond: rate))
      let limits = Limits(
        idsPerRequest: OpenLibrary.keysPerRequest, requestsAtOnce: 4, requestsPerSecond: rate)
      return TitleSource(
        limits: limits, fetch: { requests in await library.outcomes(of: requests) },
        warnings: { library.warnings },
        candidates: { query in await library.candidates(for: query) })
    }.masking(settings.token)
  }
}
