import Catalogue

/// Brings an answer from a server: waits for its turn, asks again what may succeed, and says in the
/// catalogue's words what went wrong.
struct Courier: Sendable {
  /// How often and how long it tries.
  struct Patience: Sendable {
    /// How often one request is sent at most.
    var attempts = 3
    /// From the first sending to the last answer.
    var budget: Duration = .seconds(20)
    /// Before the second attempt at most; it doubles for each further one.
    var backoff: Duration = .milliseconds(500)
  }

  let transport: HTTPTransport
  let pacer: Pacer
  let stopwatch: Stopwatch
  /// A number from 0 to 1.
  let random: @Sendable () -> Double
  let now: @Sendable () -> Instant
  var patience = Patience()
  /// How many bytes an answer may have, unpacked.
  var answerBytes = HTTPRequest.Limits().bodyBytes

  /// Sends a request until it is answered, or not to be answered.
  /// - Returns: an answer of the 200s; everything else is a failure.
  func answer(to request: HTTPRequest) async -> Result<HTTPResponse, TitleFailure> {
    var start: Duration?
    var attempt = 1
    var hasObeyed = false
    while true {
      do {
        try await pacer.turn()
      } catch {
        return .failure(Self.cancelled)
      }
      let begin = start ?? stopwatch.elapsed()
      start = begin
      var request = request
      request.limits.total = left(since: begin)
      // mutant answer-size: `request.limits.bodyBytes = answerBytes` -> `` (AnswerSizeTests)
      request.limits.bodyBytes = answerBytes
      guard request.limits.total > .zero else { return .failure(.timedOut) }
      let answer = await transport.send(request)

      let failure: TitleFailure
      let wait: Duration
      switch answer {
      case .success(let response) where 200..<300 ~= response.status:
        guard response.isCutJSON else { return .success(response) }
        // Without a length in its head, a cut transfer looks like a whole one.
        failure = .unreadable("the answer ends too early")
        wait = backoff(attempt)
      case .success(let response):
        let asked = retryAfter(of: response)
        failure = Self.failure(status: response.status, retryAfter: asked)
        if response.status == 429 || response.status == 503 && asked != nil {
          // Once: who still refuses after the time that it named means it.
          guard !hasObeyed else { return .failure(failure) }
          hasObeyed = true
          wait = .seconds(asked ?? 1 + random())
          if wait < left(since: begin) { pacer.pause(for: wait) }
        } else if [500, 502, 503, 504].contains(response.status) {
          wait = backoff(attempt)
        } else {
          return .failure(failure)
        }
      case .failure(let reason):
        failure = Self.failure(reason)
        guard reason.isWorthAnotherAttempt else { return .failure(failure) }
        wait = backoff(attempt)
      }
      attempt += 1
      guard attempt <= patience.attempts, wait < left(since: begin) else {
        return .failure(failure)
      }
      do {
        try await stopwatch.sleep(for: wait)
      } catch {
        return .failure(Self.cancelled)
      }
    }
  }

  static let cancelled = TitleFailure.offline("the request was cancelled")

  private func left(since begin: Duration) -> Duration {
    patience.budget - (stopwatch.elapsed() - begin)
  }

  /// Exponential, with full jitter: many that failed together do not come back together.
  private func backoff(_ attempt: Int) -> Duration {
    patience.backoff * (1 << min(attempt - 1, 10)) * random()
  }

  private func retryAfter(of response: HTTPResponse) -> Double? {
    response.headers["retry-after"].flatMap { value in
      RetryAfter.seconds(value, date: response.headers["date"], now: now())
    }
  }

  private static func failure(status: Int, retryAfter: Double?) -> TitleFailure {
    switch status {
    case 401, 403, 407: .unauthorised
    case 429: .rateLimited(retryAfter: retryAfter)
    case 408: .timedOut
    default: .server(status: status)
    }
  }

  private static func failure(_ failure: HTTPFailure) -> TitleFailure {
    switch failure {
    case .noLibrary(let reason): .unconfigured(reason)
    case .cannotResolve(let host): .offline("the name \(host) cannot be resolved")
    case .cannotConnect(let origin, let reason): .offline("no connection to \(origin): \(reason)")
    case .proxyRefused(let status):
      .offline(
        "the proxy refuses, with status \(status)"
          + (status == 407 ? "; it wants a name and password in HTTPS_PROXY" : ""))
    case .notTrusted(let origin, let reason):
      .offline("no trusted connection to \(origin): \(reason)")
    case .timedOut: .timedOut
    case .bodyTooLarge, .headersTooLarge: .tooLarge
    case .tooManyRedirects: .unreadable("one redirect leads to the next, without an end")
    case .redirectedAway(let place): .unreadable("the server points away, to \(place)")
    case .brokenOff(let reason): .offline("the connection broke off: \(reason)")
    case .unreadable(let reason): .unreadable("the answer does not arrive whole: \(reason)")
    case .cancelled: cancelled
    }
  }
}

extension HTTPFailure {
  fileprivate var isWorthAnotherAttempt: Bool {
    switch self {
    case .brokenOff, .unreadable: true
    default: false
    }
  }
}
