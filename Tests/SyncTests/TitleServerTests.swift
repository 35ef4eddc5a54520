import Catalogue
import LoopbackServer
import Testing

@testable import Sync

@Suite("A title server of one's own")
struct TitleServerTests {
  private let clock = RecordingClock()
  private let kings = "9780765326355"
  private let unknown = "9780306406157"

  private func source(
    _ url: String, rate: Double? = .infinity, token: String? = nil
  ) -> TitleSource {
    .titleServer(
      endpoint: url, contact: "me@example.org", rate: rate, version: "1.2", token: token,
      clock: clock, random: { 0.5 }, now: { Instant(rawValue: 0) })
  }

  private func answer(_ entries: String, more: String = "") -> Response {
    .json("{\"version\": 1\(more), \"titles\": [\(entries)]}")
  }

  private func found(_ isbn: String, title: String = "T") -> String {
    #"{"isbn": "\#(isbn)", "outcome": "found", "record": {"title": "\#(title)"}}"#
  }

  /// The numbers of a request.
  private func numbers(_ request: Request) -> [String] {
    let text = String(decoding: request.body, as: UTF8.self)
    guard case .object(let members)? = try? JSONValue(json: text),
      case .array(let titles)? = members["titles"]
    else { return [] }
    return titles.compactMap { title in
      guard case .object(let members) = title, case .string(let isbn)? = members["isbn"] else {
        return nil
      }
      return isbn
    }
  }

  /// A server that finds every title.
  private func findingAll(more: String = "") throws -> LoopbackServer {
    try LoopbackServer { request in
      answer(numbers(request).map { found($0) }.joined(separator: ","), more: more)
    }
  }

  @Test("is asked by POST at the endpoint as it is, with validators and who asks")
  func question() async throws {
    let server = try LoopbackServer { _ in answer(found(kings) + "," + found(unknown)) }
    let source = source(server.url + "/a/titles?key=1", token: "canary")
    _ = await source.fetch([
      TitleRequest(isbn: try isbn(kings), sourceKey: "k", validators: "W/\"é\""),
      TitleRequest(isbn: try isbn(unknown)), TitleRequest(isbn: try isbn(kings)),
    ])
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST")
    #expect(request.path == "/a/titles")
    #expect(request.query("key") == "1")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["user-agent"] == "libraryctl/1.2 (me@example.org)")
    #expect(request.headers["authorization"] == "Bearer canary")
    #expect(
      String(decoding: request.body, as: UTF8.self) == """
        {"version":1,"titles":[{"isbn":"\(kings)","etag":"W/\\"é\\""},{"isbn":"\(unknown)"}]}
        """)
  }

  @Test("gives an outcome for each title, in the order asked")
  func outcomes() async throws {
    let server = try LoopbackServer { _ in
      answer(
        """
        {"isbn": "9782070427796", "outcome": "not_found"},
        {"isbn": "0-306-40615-2", "outcome": "found", "etag": "e", "key": "k", "new": 1, "record": {
          "title": " A  title", "subtitle": "S", "authors": ["A", "", "B"], "publisher": "P",
          "published": 1999, "language": "fre", "pages": 188, "series": "R", "series_number": 2.5,
          "subjects": ["x"], "notes": "not the reader's", "isbn": "9780306406157"}},
        {"isbn": "9783161484100", "outcome": "failed", "status": 503},
        {"isbn": "9780765326355", "outcome": "unchanged"}
        """)
    }
    var asked = try requests("9780765326355", "9780306406157", "9783161484100", "9782070427796")
    asked[0].validators = "e"
    let outcomes = await source(server.url).fetch(asked)
    var details = BookDetails()
    details.title = "A title"
    details.subtitle = "S"
    details.authors = ["A", "B"]
    details.publisher = "P"
    details.published = "1999"
    details.language = Language.code("fre")
    details.pages = 188
    details.series = "R"
    details.seriesNumber = "2.5"
    details.subjects = ["x"]
    let record = TitleRecord(
      isbn: try isbn(unknown), details: details, sourceKey: "k", validators: "e")
    #expect(
      outcomes == [.unchanged, .found(record), .failed(.server(status: 503)), .notFound])
  }

  @Test(
    "fails one bad entry, and keeps the good one beside it",
    arguments: [
      #"{"isbn": "I", "outcome": "found"}"#, #"{"isbn": "I"}"#, #"{"isbn": "I", "outcome": 1}"#,
      #"{"isbn": "I", "outcome": "maybe"}"#, #"{"isbn": "I", "outcome": "found", "record": []}"#,
      #"{"isbn": "I", "outcome": "found", "record": {"title": 7}}"#,
      #"{"isbn": "I", "outcome": "found", "record": {"pages": "n"}}"#,
      #"{"isbn": "I", "outcome": "found", "record": {"title": "\ud800"}}"#,
      #"{"isbn": "I", "outcome": "found", "etag": 7, "record": {}}"#,
      #"{"isbn": "I", "outcome": "found", "etag": "\u0007", "record": {}}"#,
      #"{"isbn": "I", "outcome": "found", "key": "KEY", "record": {}}"#,
      #"{"isbn": "I", "outcome": "unchanged"}"#, #"{"isbn": "I", "outcome": tru}"#,
      #"{"isbn": "I", "x": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}"#,
      #"{"isbn": 7, "outcome": "not_found"}"#, "7", "null", "[]", #"{"outcome": "not_found"}"#,
      #"{"isbn": "9782070427796", "outcome": "not_found"}"#,
    ])
  func badEntry(entry: String) async throws {
    let entry = entry.replacing("\"I\"", with: "\"\(kings)\"")
      .replacing("KEY", with: String(repeating: "k", count: 1025))
    let server = try LoopbackServer { _ in answer(entry + "," + found(unknown, title: "Good")) }
    let outcomes = await source(server.url).fetch(try requests(kings, unknown))
    #expect(outcomes[0].malformedReason != nil, "\(outcomes[0])")
    #expect(outcomes[1].details?.title == "Good")
  }

  @Test("takes the first of two entries, and no record of another number")
  func twice() async throws {
    let other = #"{"isbn": "\#(unknown)", "outcome": "found", "record": {"isbn": "\#(kings)"}}"#
    let server = try LoopbackServer { _ in
      answer([found(kings, title: "1"), found(kings, title: "2"), other].joined(separator: ","))
    }
    let outcomes = await source(server.url).fetch(try requests(kings, unknown))
    #expect(outcomes.first?.details?.title == "1")
    #expect(outcomes.last == .notFound)
  }

  @Test("whose answer is none fails every title of it, and calls none missing")
  func noAnswer() async throws {
    let entry = #"{"isbn": "\#(kings)", "outcome": "not_found"}"#
    let cases: [(Response, String)] = [
      (.json("{}"), "no list of titles"), (.json(#"{"titles": []}"#), "another version"),
      (.json("{\"version\": 2, \"titles\": [\(entry)]}"), "another version of the protocol, 2"),
      (.json("{\"version\": \"1\", \"titles\": [\(entry)]}"), "another version"),
      (.json(#"{"version": 1, "titles": {}}"#), "not JSON of the protocol"),
      (.json("{\"version\": 1, \"titles\": [\(entry)"), "too early"),
      (.json("{\"version\": 1, \"titles\": [\(entry)]} {}"), "not JSON of the protocol"),
      (.html, "text/html"), (.htmlAsJSON, "not JSON"), (.deep, "not JSON"),
      (.redirect(to: "http://localhost:1/steal", status: 307), "http://localhost:1"),
    ]
    for (response, reason) in cases {
      let server = try LoopbackServer { _ in response }
      let outcomes = await source(server.url).fetch(try requests(kings, unknown))
      #expect(outcomes.count == 2)
      for outcome in outcomes {
        #expect(outcome.unreadableReason?.contains(reason) == true, "\(reason): \(outcome)")
      }
    }
  }

  @Test("has the statuses of HTTP for what hits a whole request")
  func statuses() async throws {
    let cases: [(Response, TitleFailure, Int)] = [
      (.json("", status: 404), .server(status: 404), 1),
      (.json("{}", status: 400), .server(status: 400), 1),
      (.redirect(to: "/", status: 303), .server(status: 303), 1),
      (.json("", status: 304), .server(status: 304), 1), (.page(status: 401), .unauthorised, 1),
      (.page(status: 500), .server(status: 500), 3),
      (.tooManyRequests(retryAfter: "2"), .rateLimited(retryAfter: 2), 2),
    ]
    for (response, failure, sent) in cases {
      let server = try LoopbackServer { _ in response }
      let outcomes = await source(server.url).fetch(try requests(kings))
      #expect(outcomes == [.failed(failure)])
      #expect(server.requests.count == sent, "\(failure)")
    }
  }

  @Test("is asked in halves when question or answer is too large, down to one title")
  func halves() async throws {
    for tooLarge in [Response.json("", status: 413), .big(9 << 20, announced: true)] {
      let server = try LoopbackServer { request in
        let numbers = numbers(request)
        return numbers.count > 2 || numbers.contains(unknown)
          ? tooLarge : answer(numbers.map { found($0) }.joined(separator: ","))
      }
      let asked = try (0..<7).map { TitleRequest(isbn: try madeUpISBN($0)) } + requests(unknown)
      let outcomes = await source(server.url).fetch(asked)
      #expect(outcomes.prefix(7).allSatisfy { $0.details?.title == "T" })
      #expect(outcomes.last?.failure != nil)
      #expect(server.requests.count <= 15)
    }
  }

  @Test("announces what it bears, and is taken at its word within reason")
  func limits() async throws {
    let cases: [(String, Int, Int, Double)] = [
      (
        #"{"titles_per_request": 100, "requests_at_once": 4, "requests_per_second": 0.5}"#, 100, 4,
        0.5
      ),
      (#"{"titles_per_request": 0, "requests_at_once": -3, "requests_per_second": 0}"#, 1, 1, 0.01),
      (
        #"{"titles_per_request": 1e300, "requests_at_once": 99, "requests_per_second": 1e9}"#, 500,
        8, 1000
      ),
      (#"{"titles_per_request": "7", "requests_at_once": null}"#, 25, 2, 5), ("7", 25, 2, 5),
    ]
    for (announced, titles, atOnce, rate) in cases {
      let server = try findingAll(more: ", \"limits\": \(announced)")
      let source = source(server.url, rate: nil)
      #expect(source.limits.idsPerRequest == 25)
      _ = await source.fetch(try requests(kings))
      #expect(source.limits.idsPerRequest == titles)
      #expect(source.limits.requestsAtOnce == atOnce)
      #expect(source.limits.requestsPerSecond == rate)
    }
  }

  @Test("may ask for smaller requests at a slower pace in the middle of a batch")
  func slowDown() async throws {
    let server = try findingAll(
      more: #", "limits": {"titles_per_request": 10, "requests_per_second": 0.5}"#)
    let asked = try (0..<50).map { TitleRequest(isbn: try madeUpISBN($0)) }
    let outcomes = await source(server.url, rate: nil).fetch(asked)
    #expect(outcomes.allSatisfy { $0.details?.title == "T" })
    #expect(server.requests.map { numbers($0).count } == [25, 10, 10, 5])
    #expect(clock.sleeps.suffix(2) == [.seconds(2), .seconds(2)])
  }

  @Test("does not change the rate that the account chose")
  func chosenRate() async throws {
    let server = try findingAll(more: #", "limits": {"requests_per_second": 0.01}"#)
    let source = source(server.url, rate: 4)
    for _ in 0..<3 { _ = await source.fetch(try requests(kings)) }
    #expect(source.limits.requestsPerSecond == 4)
    #expect(clock.sleeps == [.milliseconds(250), .milliseconds(250)])
  }

  @Test("is not asked at an endpoint that cannot be used, and no secret is repeated")
  func unusable() async throws {
    for source in [
      source("https://me:canary@x.org"), source("http://x.org/canary"),
      source("https://x.org", token: "canary\n"),
    ] {
      let reason = try #require(
        await source.fetch(try requests(kings)).first?.unconfiguredReason)
      #expect(!reason.contains("canary"))
    }
  }

  @Test("is what an account with that source asks")
  func account() async throws {
    let server = try findingAll()
    let account = Account(
      id: AccountID(rawValue: 1), name: "mine", source: .http, endpoint: server.url,
      rate: .infinity, epoch: Epoch(rawValue: 1), isCurrent: true)
    let outcomes = await TitleSource.live(for: account, token: "t").fetch(try requests(kings))
    #expect(outcomes.first?.details?.title == "T")
    #expect(server.requests.first?.headers["authorization"] == "Bearer t")
  }
}
