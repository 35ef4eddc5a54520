public import Catalogue

extension Account.Source {
  public static let http: Self = "http"
}

extension SourceKind {
  static let titleServer = SourceKind(
    .http, "a title server of your own", endpoint: .url(isNeeded: true)
  ) { account, settings in
    guard let endpoint = account.endpoint, !endpoint.isEmpty else {
      return .failing(
        .unconfigured(
          "account \(account.name) names no title server; give it one with --endpoint URL"))
    }
    return .titleServer(endpoint, contact: account.contact, rate: account.rate, settings)
  }
}

extension TitleSource {
  /// A title server of one's own, which speaks the protocol of docs/title-source.md.
  ///
  /// It is asked five times a second and for 25 titles at a time, until it announces other limits.
  /// - Parameters:
  ///   - endpoint: the URL to which every request goes, as it is.
  ///   - contact: a mail address or URL of the user, for the User-Agent.
  ///   - rate: requests a second instead of what the server announces; `.infinity`: no limit.
  ///   - version: this program's, for the User-Agent.
  ///   - token: a secret that goes along to the endpoint as a bearer token, and nowhere else.
  ///   - budget: for one request with all its attempts and the waits between them.
  ///   - clock: by which it waits.
  ///   - random: a number from 0 to 1, for the waits between attempts.
  ///   - now: the time of day, for a server that names a date to come back at.
  /// - Returns: a source; when an argument cannot be used, one that says so for each book.
  public static func titleServer(
    endpoint: String, contact: String? = nil, rate: Double? = nil, version: String = "0",
    token: String? = nil, budget: Duration = .seconds(20),
    clock: any Clock<Duration> = ContinuousClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    now: @escaping @Sendable () -> Instant = { .wallClock }
  ) -> TitleSource {
    let settings = SourceSettings(
      version: version, token: token, budget: budget, clock: clock, random: random, now: now)
    return titleServer(endpoint, contact: contact, rate: rate, settings)
  }

  fileprivate static func titleServer(
    _ endpoint: String, contact: String?, rate: Double?, _ settings: SourceSettings
  ) -> TitleSource {
    at(endpoint) { url in
      let rate = rate.flatMap { $0 > 0 ? $0 : nil }
      let pace = rate ?? TitleServerLimits.first.requestsPerSecond
      let server = TitleServer(
        url: url,
        headers: settings.headers(contact: contact)
          + [(name: "Content-Type", value: "application/json")],
        courier: settings.courier(perSecond: pace), chosenRate: rate)
      return TitleSource(
        limits: server.sourceLimits, fetch: { requests in await server.outcomes(of: requests) })
    }.masking(settings.token)
  }
}
