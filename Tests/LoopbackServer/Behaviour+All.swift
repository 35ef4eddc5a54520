extension Behaviour {
  /// Every behaviour that a sync must survive.
  public static let all = inTime + cut + large + astray + unreadable + records + statuses

  private static let right = ["fetched", "fetched", "not-found"]

  private static let inTime = [
    Behaviour("slow", right) { request in .slowly(good(request)) },
    Behaviour("hanging", "timed-out", needsDeadline: true, .hang),
    Behaviour("dripping", "timed-out", needsDeadline: true, .drip(everyMilliseconds: 20)),
    Behaviour(
      "hanging behind a redirect", Array(repeating: "timed-out", count: 3), needsDeadline: true
    ) { request in request.path == "/on" ? .hang : .redirect(to: "/on") },
  ]

  private static let cut = [
    Behaviour("a cut body", "malformed-answer", .cutBody),
    Behaviour("a cut chunk", "malformed-answer", .cutChunk),
    Behaviour("cut JSON in a whole body", "malformed-answer", .cutJSON),
    Behaviour("a body cut once", right) { $0.number == 1 ? .cutBody : good($0) },
    Behaviour("a length that is too short", Array(repeating: "malformed-answer", count: 3)) {
      .withLength(good($0), less: 20)
    },
    Behaviour("a reset", "offline", .reset),
    Behaviour("a reset once", right) {
      $0.number == 1 ? .reset : good($0)
    }, Behaviour("what is no HTTP", "malformed-answer", .wire { $0.send("SSH-2.0-x\r\n") }),
  ]

  private static let large = [
    Behaviour("1 GB", "too-large", .big()),
    Behaviour("1 GB that is announced", "too-large", .big(announced: true)),
    Behaviour("a gzip bomb", "too-large", .gzipBomb),
    Behaviour("a head without an end", "too-large", .endlessHead),
  ]

  private static let astray = [
    Behaviour("a redirect loop", "malformed-answer", .redirect(to: "/")),
    Behaviour("a redirect to another host", Array(repeating: "malformed-answer", count: 3)) {
      .redirect(to: "http://localhost:1\($0.path)")
    }, Behaviour("a redirect to a file", "malformed-answer", .redirect(to: "file:///etc/passwd")),
    Behaviour("a redirect to nowhere", "server", .redirect(to: "")),
  ]

  private static let unreadable = [
    Behaviour("200 with HTML", "malformed-answer", .html),
    Behaviour("HTML that claims to be JSON", "malformed-answer", .htmlAsJSON),
    Behaviour("200 with JavaScript", "malformed-answer", .javaScript),
    Behaviour("200 with an exception", "malformed-answer", .exceptionText),
    Behaviour("a list", "malformed-answer", .json("[]")),
    Behaviour("nothing", "malformed-answer", .json("")),
    Behaviour("no type", "malformed-answer", .response(type: nil, body: Array("{}".utf8))),
    Behaviour("deep nesting", "malformed-answer", .deep),
    Behaviour("204 with a body", "malformed-answer", .json("{}", status: 204)),
  ]

  private static let records = [
    Behaviour("wrong types", Array(repeating: "malformed", count: 3)) { .wrongTypes(for: $0) },
    Behaviour("one bad record", first: "malformed", record: #"{"title": 7}"#),
    Behaviour("a record that is no JSON", first: "malformed", record: "tru"),
    Behaviour("a lone surrogate", first: "malformed", record: #"{"title": "\ud800"}"#),
    Behaviour(
      "a deep record", first: "malformed",
      record: String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)),
    Behaviour(
      "a record of another book", first: "not-found",
      record: another.data),
    Behaviour("duplicate keys", right) { request in
      let one = editions[0].data
      let two = editions[1].data
      let twice = one.dropLast() + ", \"title\": \(Response.quoted(titles[0]))}"
      return .json(
        """
        {"ISBN:\(isbns[0])": \(one), "ISBN:\(isbns[1])": \(two), "ISBN:\(isbns[0])": \(twice)}
        """)
    },
    Behaviour("keys in another order, and keys not asked for", right) { request in
      let other = another.data
      let one = editions[0].data
      let two = editions[1].data
      return .json(
        """
        {"ISBN:9783161484100": \(other), "ISBN:\(isbns[1])": \(two), "": 7, "OLID:OL1M": [[]], \
        "ISBN:\(isbns[0])": \(one)}
        """)
    },
    Behaviour("{} for a batch with one that fails it", right) {
      $0.isbns.count > 1 ? .emptyBatch : good($0)
    },
  ]

  private static let statuses =
    [
      Behaviour("304 without a question", "server", .json("", status: 304)),
      Behaviour("401", "unauthorised", .page(status: 401)),
      Behaviour("403", "unauthorised", .page(status: 403)),
      Behaviour("404", "server", .page(status: 404)),
      Behaviour("429", "rate-limited", .tooManyRequests()),
      Behaviour("429 for an hour", "rate-limited", .tooManyRequests(retryAfter: "3600")),
      Behaviour(
        "429 until the year 9999", "rate-limited",
        .tooManyRequests(retryAfter: "Fri, 31 Dec 9999 23:59:59 GMT")),
      Behaviour("429 once", right) {
        $0.number == 1 ? .tooManyRequests(retryAfter: "0") : good($0)
      },
      Behaviour("a burst of 5xx", right) {
        $0.number < 3 ? .page(status: $0.number == 1 ? 500 : 502) : good($0)
      },
    ] + [500, 502, 503, 504].map { Behaviour("\($0)", "server", .page(status: $0)) }
}
