import Catalogue

/// What a source gets besides its account: who asks, with which secret, and by which clock.
struct SourceSettings: Sendable {
  /// This program's version, for the User-Agent.
  var version: String
  /// The account's secret; it goes to the account's endpoint only.
  var token: String?
  /// Reads a title file that is a table.
  var table: TitleTable?
  /// For one request on the network, with all its attempts.
  var budget: Duration
  /// Bytes of one answer, unpacked.
  var answerBytes = HTTPRequest.Limits().bodyBytes
  var clock: any Clock<Duration>
  /// A number from 0 to 1, for the waits between attempts.
  var random: @Sendable () -> Double
  /// The time of day, for a server that names a date to come back at.
  var now: @Sendable () -> Instant

  /// The headers of every request: who asks and how to reach them, what is understood, and the token.
  func headers(contact: String?) -> [(name: String, value: String)] {
    let agent = "libraryctl/\(version)" + (contact.map { " (\($0))" } ?? "")
    var headers = [(name: "User-Agent", value: agent), (name: "Accept", value: "application/json")]
    if let token { headers.append((name: "Authorization", value: "Bearer \(token)")) }
    return headers
  }

  /// Brings answers at a rate.
  /// - Parameter perSecond: requests a second; `.infinity`: no limit.
  func courier(perSecond: Double, transport: HTTPTransport = .live) -> Courier {
    let stopwatch = Stopwatch(clock)
    var courier = Courier(
      transport: transport, pacer: Pacer(perSecond: perSecond, stopwatch: stopwatch),
      stopwatch: stopwatch, random: random, now: now)
    courier.patience.budget = budget
    courier.answerBytes = answerBytes
    return courier
  }
}

extension TitleSource {
  /// A source for an endpoint; one that cannot be used gives a source that says so for each book.
  static func at(_ endpoint: String, _ make: (HTTPURL) -> TitleSource) -> TitleSource {
    do throws(HTTPURL.Fault) {
      return make(try HTTPURL(endpoint))
    } catch {
      // The endpoint itself stays out of the message: it may hold a secret.
      return .failing(.unconfigured("the account's endpoint cannot be used: \(error.reason)"))
    }
  }
}
