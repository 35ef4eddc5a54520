import Catalogue
import LoopbackServer
import Testing

@testable import Sync

@Suite("Manners towards a server")
struct MannersTests {
  @Test("Retry-After is read as seconds, and not believed beyond a day")
  func seconds() {
    let now = Instant(rawValue: 0)
    #expect(RetryAfter.seconds("0", date: nil, now: now) == 0)
    #expect(RetryAfter.seconds("120", date: nil, now: now) == 120)
    #expect(RetryAfter.seconds("999999999", date: nil, now: now) == 86_400)
    #expect(RetryAfter.seconds(String(repeating: "9", count: 400), date: nil, now: now) == 86_400)
    for text in ["", "-5", "1.5", "soon", "١٢", "Sun, 06 Nov 1994", "a b c d e f"] {
      #expect(RetryAfter.seconds(text, date: nil, now: now) == nil)
    }
  }

  @Test(
    "Retry-After is read as a date in each of its three forms",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ])
  func dates(text: String) throws {
    let now = try #require(Instant("1994-11-06T08:49:07Z"))
    #expect(RetryAfter.seconds(text, date: nil, now: now) == 30)
    // By the server's own clock, however wrong the one here is.
    let wrong = try #require(Instant("2094-01-01T00:00:00Z"))
    let date = "Sun, 06 Nov 1994 08:49:27 GMT"
    #expect(RetryAfter.seconds(text, date: date, now: wrong) == 10)
    #expect(RetryAfter.seconds(text, date: nil, now: wrong) == 0)
    let early = try #require(Instant("1970-01-01T00:00:00Z"))
    #expect(RetryAfter.seconds(text, date: nil, now: early) == 86_400)
  }

  @Test("turns are given at the rate, without a burst")
  func pace() async throws {
    let clock = RecordingClock()
    let pacer = Pacer(perSecond: 4, stopwatch: Stopwatch(clock))
    for _ in 0..<4 { try await pacer.turn() }
    #expect(clock.sleeps == [.milliseconds(250), .milliseconds(250), .milliseconds(250)])
  }

  @Test("turns without a rate are given at once")
  func noPace() async throws {
    let clock = RecordingClock()
    let pacer = Pacer(perSecond: .infinity, stopwatch: Stopwatch(clock))
    for _ in 0..<100 { try await pacer.turn() }
    #expect(clock.sleeps.isEmpty)
  }

  @Test("a rate that is next to nothing is slow, and no fault", arguments: [0, -1, 1e-300])
  func slowest(rate: Double) async throws {
    let clock = RecordingClock()
    let pacer = Pacer(perSecond: rate, stopwatch: Stopwatch(clock))
    for _ in 0..<2 { try await pacer.turn() }
    #expect(clock.sleeps == [.seconds(900)])
  }

  @Test("a pause holds everybody, and the rate goes on behind it")
  func pause() async throws {
    let clock = RecordingClock()
    let pacer = Pacer(perSecond: 1, stopwatch: Stopwatch(clock))
    try await pacer.turn()
    pacer.pause(for: .seconds(7))
    try await pacer.turn()
    try await pacer.turn()
    #expect(clock.sleeps == [.seconds(7), .seconds(1)])
  }

  @Test("a cancelled task gets no turn")
  func cancelled() async throws {
    let pacer = Pacer(perSecond: .infinity, stopwatch: Stopwatch(RecordingClock()))
    let task = Task {
      for await _ in AsyncStream<Void>.makeStream().stream {}
      try await pacer.turn()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

@Suite("A courier")
struct CourierTests {
  private let clock = RecordingClock()

  /// Sends one request to answers that are given in order, the last again and again.
  private func get(
    _ answers: Result<HTTPResponse, HTTPFailure>...
  ) async throws -> (Result<HTTPResponse, TitleFailure>, sent: Int) {
    let sent = Locked(0)
    let transport = HTTPTransport { _ in
      let number = sent { sent in
        sent += 1
        return sent
      }
      return answers[min(number, answers.count) - 1]
    }
    let stopwatch = Stopwatch(clock)
    let courier = Courier(
      transport: transport, pacer: Pacer(perSecond: .infinity, stopwatch: stopwatch),
      stopwatch: stopwatch, random: { 0.5 }, now: { Instant(rawValue: 0) })
    let request = try #require(HTTPRequest(url: try HTTPURL("https://x.org"), headers: []))
    return (await courier.answer(to: request), sent { $0 })
  }

  private func answer(
    _ status: Int, _ headers: [String: String] = [:]
  ) -> Result<HTTPResponse, HTTPFailure> {
    .success(HTTPResponse(status: status, headers: HTTPHeaders(headers), body: []))
  }

  @Test("obeys Retry-After once", arguments: [429, 503])
  func obeys(status: Int) async throws {
    let (result, sent) = try await get(answer(status, ["retry-after": "2"]), answer(200))
    #expect(try result.get().status == 200)
    #expect(sent == 2)
    #expect(clock.sleeps == [.seconds(2)])
  }

  @Test("does not obey Retry-After twice")
  func obeysOnce() async throws {
    let (result, sent) = try await get(answer(429, ["retry-after": "2"]))
    #expect(result == .failure(.rateLimited(retryAfter: 2)))
    #expect(sent == 2)
  }

  @Test("does not wait longer than its budget, and says how long was asked")
  func budget() async throws {
    let (result, sent) = try await get(answer(429, ["retry-after": "3600"]))
    #expect(result == .failure(.rateLimited(retryAfter: 3600)))
    #expect(sent == 1)
    #expect(clock.sleeps.isEmpty)
  }

  @Test("waits at least a second when told that it asks too often")
  func noRetryAfter() async throws {
    let (result, sent) = try await get(answer(429))
    #expect(result == .failure(.rateLimited(retryAfter: nil)))
    #expect(sent == 2)
    #expect(clock.sleeps == [.seconds(1.5)])
  }

  @Test(
    "tries again what may succeed, with longer and longer waits", arguments: [500, 502, 503, 504])
  func serverError(status: Int) async throws {
    let (result, sent) = try await get(answer(status))
    #expect(result == .failure(.server(status: status)))
    #expect(sent == 3)
    #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500)])
  }

  @Test(
    "waits between nothing and a time that doubles", arguments: [0, 0.25, 1])
  func jitter(random: Double) async throws {
    let stopwatch = Stopwatch(clock)
    let courier = Courier(
      transport: HTTPTransport { _ in
        .success(HTTPResponse(status: 500, headers: HTTPHeaders(), body: []))
      }, pacer: Pacer(perSecond: .infinity, stopwatch: stopwatch), stopwatch: stopwatch,
      random: { random }, now: { Instant(rawValue: 0) },
      patience: Courier.Patience(attempts: 6, budget: .seconds(3600)))
    let request = try #require(HTTPRequest(url: try HTTPURL("https://x.org"), headers: []))
    #expect(await courier.answer(to: request) == .failure(.server(status: 500)))
    #expect(clock.sleeps == (0..<5).map { Duration.milliseconds(500) * (1 << $0) * random })
  }

  @Test("gives each attempt what is left of its time, and none when nothing is left")
  func timeLeft() async throws {
    let stopwatch = Stopwatch(clock)
    let totals = Locked<[Duration]>([])
    let courier = Courier(
      transport: HTTPTransport { [clock] request in
        totals { $0.append(request.limits.total) }
        try? await clock.sleep(for: .seconds(12))
        return .failure(.brokenOff(reason: "x"))
      }, pacer: Pacer(perSecond: .infinity, stopwatch: stopwatch), stopwatch: stopwatch,
      random: { 0 }, now: { Instant(rawValue: 0) })
    let request = try #require(HTTPRequest(url: try HTTPURL("https://x.org"), headers: []))
    #expect(await courier.answer(to: request) == .failure(.offline("the connection broke off: x")))
    #expect(totals { $0 } == [.seconds(20), .seconds(8)])
  }

  @Test("tries again when the connection broke off")
  func brokenOff() async throws {
    let (result, sent) = try await get(
      .failure(.brokenOff(reason: "x")), .failure(.unreadable(reason: "y")), answer(200))
    #expect(try result.get().status == 200)
    #expect(sent == 3)
  }

  @Test("tries again when JSON that claims to be whole is cut off, within its budget")
  func cutJSON() async throws {
    func json(_ text: String) -> Result<HTTPResponse, HTTPFailure> {
      .success(
        HTTPResponse(
          status: 200, headers: HTTPHeaders(["content-type": "application/json"]),
          body: Array(text.utf8)))
    }
    let (result, sent) = try await get(json("{\"a\": {\"b"), json(" \n"), json("{\"a\": 1}\n"))
    #expect(try result.get().body == Array("{\"a\": 1}\n".utf8))
    #expect(sent == 3)
    let (cut, attempts) = try await get(json("[{\"a\": 1}"))
    #expect(cut == .failure(.unreadable("the answer ends too early")))
    #expect(attempts == 3)
    let (script, once) = try await get(json("var a = {};"))
    #expect(try script.get().status == 200)
    #expect(once == 1)
  }

  @Test("asks once what cannot succeed")
  func hopeless() async throws {
    let cases: [(Result<HTTPResponse, HTTPFailure>, TitleFailure)] = [
      (answer(400), .server(status: 400)), (answer(401), .unauthorised),
      (answer(403), .unauthorised), (answer(404), .server(status: 404)),
      (answer(304), .server(status: 304)), (answer(501), .server(status: 501)),
      (.failure(.timedOut), .timedOut), (.failure(.bodyTooLarge), .tooLarge),
      (.failure(.headersTooLarge), .tooLarge), (.failure(.noLibrary("x")), .unconfigured("x")),
      (
        .failure(.cannotResolve(host: "x.org")),
        .offline("the name x.org cannot be resolved")
      ),
      (
        .failure(.redirectedAway(to: "https://y.org")),
        .unreadable("the server points away, to https://y.org")
      ),
    ]
    for (answer, failure) in cases {
      let (result, sent) = try await get(answer)
      #expect(result == .failure(failure))
      #expect(sent == 1)
    }
    #expect(clock.sleeps.isEmpty)
  }
}
