import Catalogue
import LoopbackServer
import Testing

@testable import Sync

@Suite("Open Library")
struct OpenLibraryTests {
  private let clock = RecordingClock()

  private func source(
    _ url: String, contact: String? = nil, rate: Double? = .infinity, token: String? = nil
  ) -> TitleSource {
    .openLibrary(
      endpoint: url, contact: contact, rate: rate, version: "1.2", token: token, clock: clock,
      random: { 0.5 }, now: { Instant(rawValue: 0) })
  }

  /// What becomes of a batch's answer when the server has nothing else.
  private func outcomes(
    in body: [UInt8], for asked: [ISBN]
  ) async throws -> [ISBN: TitleOutcome] {
    let server = try LoopbackServer { request in
      request.path == "/api/books.json" && request.bibkeys.count == asked.count
        ? .response(body: body) : .json(#"{"error": "notfound"}"#, status: 404)
    }
    let outcomes = await source(server.url).fetch(asked.map { TitleRequest(isbn: $0) })
    return Dictionary(zip(asked, outcomes)) { $1 }
  }

  private let kings = "9780765326355"
  private let unknown = "9780306406157"

  @Test("asks for 25 books at a time, by its address for batches")
  func batches() async throws {
    let editions = try (0..<60).map { index in
      Edition(
        isbn: try madeUpISBN(index).description, title: "Title \(index)", authors: ["A"])
    }
    let server = try LoopbackServer(editions: editions)
    let source = source(server.url + "/")
    #expect(source.limits.idsPerRequest == 25)
    let outcomes = await source.fetch(
      try (0..<60).map { TitleRequest(isbn: try madeUpISBN($0)) })
    #expect(outcomes.map(\.details?.title) == (0..<60).map { "Title \($0)" })
    #expect(server.requests.map(\.bibkeys.count) == [25, 25, 10])
    let request = try #require(server.requests.first)
    #expect(request.path == "/api/books.json")
    #expect(request.query("jscmd") == "data")
    #expect(request.bibkeys.first == "ISBN:\(try madeUpISBN(0))")
    #expect(request.query("high_priority") == nil)
  }

  @Test("keeps order and count, and asks once for a book that is asked for twice")
  func order() async throws {
    let server = try LoopbackServer(editions: [Edition(isbn: kings, title: "T", authors: ["A"])])
    let outcomes = await source(server.url).fetch(try requests(unknown, kings, kings, unknown))
    #expect(outcomes.map(\.details?.title) == [nil, "T", "T", nil])
    #expect(outcomes[0] == .notFound)
    #expect(server.requests.map(\.bibkeys.count) == [2])
  }

  @Test("gives every field that the record has")
  func fields() async throws {
    let edition = Edition(
      isbn: kings, title: "The Way of Kings :  ",
      authors: ["Brandon  Sanderson", "", "Brandon Sanderson"],
      more: [
        #""subtitle": "Book One &amp; more""#, #""publishers": [{"name": "Tor"}, {"name": "X"}]"#,
        #""publish_date": "August 31, 2010""#, #""number_of_pages": 1007"#,
        #""subjects": [{"name": "Fantasy", "url": "u"}, {"name": "Fantasy"}]"#,
        #""cover": {"small": "u"}, "notes": "not the user's""#,
      ], key: "/books/OL24374150M")
    let server = try LoopbackServer(editions: [edition])
    let outcomes = await source(server.url).fetch(try requests(kings))
    var details = BookDetails()
    details.title = "The Way of Kings"
    details.subtitle = "Book One & more"
    details.authors = ["Brandon Sanderson"]
    details.publisher = "Tor"
    details.published = "August 31, 2010"
    details.pages = 1007
    details.subjects = ["Fantasy"]
    details.identifiers = ["openlibrary": "OL24374150M"]
    let record = TitleRecord(
      isbn: try isbn(kings), details: details, sourceKey: "/books/OL24374150M")
    #expect(outcomes == [.found(record)])
  }

  @Test("says who asks, and how to reach them")
  func agent() async throws {
    let server = try LoopbackServer(editions: [])
    _ = await source(server.url, contact: "me@example.org").fetch(try requests(kings))
    _ = await source(server.url).fetch(try requests(kings))
    #expect(
      server.requests.map { $0.headers["user-agent"] }
        == ["libraryctl/1.2 (me@example.org)", "libraryctl/1.2"])
  }

  @Test("asks once a second, with a contact three times, unless told otherwise")
  func rates() async throws {
    #expect(source("https://x.org", rate: nil).limits.requestsPerSecond == 1)
    #expect(source("https://x.org", contact: "a@b", rate: nil).limits.requestsPerSecond == 3)
    #expect(source("https://x.org", contact: "a@b", rate: 2).limits.requestsPerSecond == 2)
    for rate in [0, -1, Double.nan] {
      #expect(source("https://x.org", rate: rate).limits.requestsPerSecond == 1)
    }
    let server = try LoopbackServer(editions: [Edition(isbn: kings, title: "T", authors: ["A"])])
    let source = source(server.url, rate: nil)
    for _ in 0..<3 { _ = await source.fetch(try requests(kings)) }
    #expect(clock.sleeps == [.seconds(1), .seconds(1)])
  }

  @Test("finds the one book that fails the whole batch, and loses no other")
  func poison() async throws {
    let poison = try madeUpISBN(17)
    let editions = try (0..<25).map { index in
      Edition(
        isbn: try madeUpISBN(index).description, title: "Title \(index)", authors: ["A"])
    }
    let answer = LoopbackServer.openLibrary(editions: editions)
    let server = try LoopbackServer { request in
      request.isbns.contains(poison.description) ? .emptyBatch : answer(request)
    }
    let outcomes = await source(server.url).fetch(
      try (0..<25).map { TitleRequest(isbn: try madeUpISBN($0)) })
    #expect(
      outcomes.map(\.details?.title) == (0..<25).map { $0 == 17 ? nil : "Title \($0)" })
    #expect(server.requests.count <= 11)
  }

  @Test("asks a bounded number of times when every answer is empty")
  func empty() async throws {
    let server = try LoopbackServer { _ in .emptyBatch }
    let outcomes = await source(server.url).fetch(
      try (0..<25).map { TitleRequest(isbn: try madeUpISBN($0)) })
    #expect(outcomes == Array(repeating: .notFound, count: 25))
    #expect(server.requests.count == 49)
  }

  @Test("never marks a book missing for what is no answer")
  func faults() async throws {
    let cases: [(String, Response, TitleFailure, Int)] = [
      ("404 of the endpoint", .json("", status: 404), .server(status: 404), 1),
      ("403", .page(status: 403), .unauthorised, 1),
      ("429", .tooManyRequests(), .rateLimited(retryAfter: nil), 2),
      ("429 twice", .tooManyRequests(retryAfter: "2"), .rateLimited(retryAfter: 2), 2),
      ("429 for long", .tooManyRequests(retryAfter: "3600"), .rateLimited(retryAfter: 3600), 1),
      ("500", .page(status: 500), .server(status: 500), 3),
      ("big", .big(announced: true), .tooLarge, 1),
      ("bomb", .gzipBomb, .tooLarge, 1),
    ]
    for (name, response, failure, sent) in cases {
      let server = try LoopbackServer { _ in response }
      let outcomes = await source(server.url).fetch(try requests(kings, unknown))
      #expect(outcomes == [.failed(failure), .failed(failure)], "\(name)")
      #expect(server.requests.count == sent, "\(name)")
    }
  }

  @Test("calls an answer that is not its JSON unreadable, and no book of it bad")
  func unreadable() async throws {
    let cases: [(String, Response, String)] = [
      ("HTML", .html, "text/html"), ("HTML as JSON", .htmlAsJSON, "not a JSON object"),
      ("JavaScript", .javaScript, "not a JSON object"),
      ("an exception", .exceptionText, "not a JSON object"), ("cut JSON", .cutJSON, "too early"),
      ("a cut body", .cutBody, "does not arrive whole"),
      ("deep nesting", .deep, "not a JSON object"),
      ("an error in words", .json(#"{"error": "notfound"}"#), "of another kind"),
      ("a list", .json("[]"), "not a JSON object"), ("nothing", .json(""), "too early"),
      ("two values", .json("{} {}"), "unexpected"), ("null", .json("null"), "not a JSON object"),
      ("no type", .response(type: nil, body: Array("{}".utf8)), "of no type"),
      ("a loop", .redirect(to: "/"), "without an end"),
      ("a place elsewhere", .redirect(to: "http://localhost:1/steal"), "http://localhost:1"),
    ]
    for (name, response, reason) in cases {
      let server = try LoopbackServer { _ in response }
      let outcomes = await source(server.url).fetch(try requests(kings, unknown))
      #expect(outcomes.count == 2)
      for outcome in outcomes {
        #expect(outcome.unreadableReason?.contains(reason) == true, "\(name): \(outcome)")
        #expect(outcome.failure?.kind == "malformed")
      }
    }
  }

  @Test("asks again for an answer that came cut off", arguments: [Response.cutJSON, .cutBody])
  func cutOnce(cut: Response) async throws {
    let answer = LoopbackServer.openLibrary(editions: [
      Edition(isbn: kings, title: "T", authors: ["A"])
    ])
    let server = try LoopbackServer { $0.number == 1 ? cut : answer($0) }
    let outcomes = await source(server.url).fetch(try requests(kings))
    #expect(outcomes.first?.details?.title == "T")
    #expect(server.requests.count == 2)
  }

  @Test("that refuses says that it wants a contact, and with which option")
  func refusal() {
    let text = TitleFailure.unauthorised.description
    #expect(text.contains("User-Agent") && text.contains("account set NAME --contact MAIL"))
  }

  @Test(
    "fails one bad record, and keeps the good ones beside it",
    arguments: [
      #"{"title": 7, "authors": "x", "publishers": null, "number_of_pages": "n"}"#,
      #"{"title": "a lone surrogate \ud800", "identifiers": {"isbn_13": ["9780765326355"]}}"#,
      #"{"authors": "x"}"#, #"{"number_of_pages": "n"}"#, #"{"number_of_pages": -1}"#,
      #"{"publishers": [7]}"#, #"{"identifiers": []}"#, #"{"identifiers": {"isbn_13": 7.5}}"#,
      #"{"subjects": {"name": "x"}}"#, "[]", "7", "7x", "1.5.2", "null", "tru", #"{"title": "T"]"#,
      #"{"key": ["/books/OL1M"]}"#, #"{"number_of_pages": 1e999}"#, "{\"title\": \"a\u{1}\"}",
      #"{"title": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}"#,
    ])
  func badRecord(record: String) async throws {
    let good = Edition(isbn: unknown, title: "Good").data
    let body = "{\"ISBN:\(kings)\": \(record), \"ISBN:\(unknown)\": \(good)}"
    let asked = [try isbn(kings), try isbn(unknown)]
    let outcomes = try await outcomes(in: Array(body.utf8), for: asked)
    #expect(outcomes[asked[0]]?.malformedReason != nil)
    #expect(outcomes[asked[1]]?.details?.title == "Good")
  }

  @Test("passes over what no book has a place for, and takes the first of two equal members")
  func passedOver() async throws {
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    let body = """
      {"ISBN:\(kings)": {"excerpts": \(deep), "ebooks": [{"a\\ud800": tru}], "title": "T",
        "identifiers": {"isbn_13": ["\(kings)"]}, "title": 7, "cover": {"title": "small"},
        "authors": [{"url": [\(deep)], "n\\u0061me": "A", "name": 7}]}}
      """
    let outcomes = try await outcomes(in: Array(body.utf8), for: [try isbn(kings)])
    let details = outcomes[try isbn(kings)]?.details
    #expect(details?.title == "T")
    #expect(details?.authors == ["A"])
  }

  @Test("is not felled by bytes that are no UTF-8 in one record")
  func badBytes() async throws {
    let good = Edition(isbn: unknown, title: "Good").data
    let body =
      Array("{\"ISBN:\(kings)\": {\"title\": \"".utf8) + [0xFF, 0xC0]
      + Array("\"}, \"ISBN:\(unknown)\": \(good)}".utf8)
    let asked = [try isbn(kings), try isbn(unknown)]
    let outcomes = try await outcomes(in: body, for: asked)
    #expect(outcomes[asked[0]]?.malformedReason?.contains("no Unicode") == true)
    #expect(outcomes[asked[1]]?.details?.title == "Good")
  }

  @Test(
    "takes only a record that carries the number asked for",
    arguments: [
      (#"{"isbn_13": ["9780306406157", "978-0-7653-2635-5"]}"#, true),
      (#"{"isbn_10": ["0765326353"]}"#, true), (#"{"isbn_10": "0765326353"}"#, true),
      (#"{"isbn_13": ["9780306406157"]}"#, false), (#"{"isbn_10": ["0765326352"]}"#, false),
      (#"{"lccn": ["9780765326355"]}"#, false), (#"{}"#, false), ("null", false),
    ])
  func otherNumber(identifiers: String, isTaken: Bool) async throws {
    let body = "{\"ISBN:\(kings)\": {\"title\": \"T\", \"identifiers\": \(identifiers)}}"
    let asked = try isbn(kings)
    let outcomes = try await outcomes(in: Array(body.utf8), for: [asked])
    #expect((outcomes[asked]?.details?.title == "T") == isTaken)
    #expect((outcomes[asked] == .notFound) == !isTaken)
  }

  @Test("passes over keys that nobody asked for, and takes keys in any order")
  func keys() async throws {
    let one = Edition(isbn: kings, title: "One").data
    let two = Edition(isbn: unknown, title: "Two").data
    let body = """
      {"OLID:OL1M": [[[]]], "ISBN:9782070427796": {"title": 7}, "\\ud800": 1, "": {}, \
      "ISBN:\(unknown)": \(two), "ISBN:\(kings)": \(one)}
      """
    let asked = [try isbn(kings), try isbn(unknown)]
    let outcomes = try await outcomes(in: Array(body.utf8), for: asked)
    #expect(asked.map { outcomes[$0]?.details?.title } == ["One", "Two"])
    #expect(outcomes.count == 2)
  }

  @Test("refuses text that is too long for a title")
  func longTitle() async throws {
    let title = String(repeating: "x", count: 70_000)
    let body = "{\"ISBN:\(kings)\": \(Edition(isbn: kings, title: title).data)}"
    let asked = try isbn(kings)
    let outcomes = try await outcomes(in: Array(body.utf8), for: [asked])
    #expect(outcomes[asked]?.malformedReason?.contains("title is longer") == true)
  }

  @Test("sends a token to its own origin only, and tells it to nobody")
  func token() async throws {
    let thief = try LoopbackServer { _ in .json("{}") }
    let server = try LoopbackServer { _ in .redirect(to: thief.url + "/api/books.json") }
    let source = source(server.url, token: "canary")
    let outcomes = await source.fetch(try requests(kings))
    #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer canary"])
    #expect(thief.connections == 0)
    #expect(!"\(outcomes) \(outcomes.compactMap(\.failure?.description))".contains("canary"))
  }

  @Test(
    "does not repeat a token that the server repeats",
    arguments: [
      Response.redirect(to: "https://CANARY-7.example.org/"),
      .text("{}", type: "text/canary-7"),
    ])
  func echo(response: Response) async throws {
    let server = try LoopbackServer { _ in response }
    let outcomes = await source(server.url, token: "Canary-7").fetch(try requests(kings))
    let reason = try #require(outcomes.first?.unreadableReason)
    #expect(reason.contains("withheld"))
    #expect(!reason.lowercased().contains("canary"))
  }

  @Test("refuses an endpoint, a contact or a token that cannot be used, and repeats no secret")
  func unusable() async throws {
    let sources = [
      source("https://me:canary@x.org"), source("http://x.org/canary"), source("canary"),
      source("https://x.org", contact: "me\r\ncanary: x"),
      source("https://x.org", token: "canary\n"),
    ]
    for source in sources {
      let outcomes = await source.fetch(try requests(kings))
      let reason = try #require(outcomes.first?.unconfiguredReason)
      #expect(!reason.contains("canary"))
    }
  }

  @Test("says that nobody is there")
  func offline() async throws {
    let server = try LoopbackServer(editions: [])
    server.stop()
    let outcomes = await source(server.url).fetch(try requests(kings))
    #expect(outcomes.first?.offlineReason?.contains("Connection refused") == true)
  }

  @Test("has a time for a request with all its attempts")
  func timedOut() async throws {
    let server = try LoopbackServer { _ in .hang }
    let source = TitleSource.openLibrary(
      endpoint: server.url, rate: .infinity, budget: .milliseconds(200))
    #expect(await source.fetch(try requests(kings)) == [.failed(.timedOut)])
    #expect(server.requests.count == 1)
  }

  @Test("stops at once when its task is cancelled, and asks nothing more")
  func cancellation() async throws {
    let server = try LoopbackServer { _ in .hang }
    let source = source(server.url)
    let asked = try (0..<60).map { TitleRequest(isbn: try madeUpISBN($0)) }
    let task = Task { await source.fetch(asked) }
    await server.requests(atLeast: 1)
    task.cancel()
    let outcomes = await task.value
    #expect(outcomes.count == 60)
    #expect(outcomes.allSatisfy { $0.offlineReason?.contains("cancelled") == true })
    #expect(server.requests.count == 1)
  }

  @Test("is what an account with that source gets")
  func account() async throws {
    let server = try LoopbackServer(editions: [Edition(isbn: kings, title: "T", authors: ["A"])])
    let account = Account(
      id: AccountID(rawValue: 1), name: "home", source: .openLibrary, endpoint: server.url,
      contact: "me@example.org", rate: .infinity, epoch: Epoch(rawValue: 1), isCurrent: true)
    let outcomes = await TitleSource.live(for: account, version: "3").fetch(try requests(kings))
    #expect(outcomes.first?.details?.title == "T")
    #expect(server.requests.first?.headers["user-agent"] == "libraryctl/3 (me@example.org)")
  }
}
