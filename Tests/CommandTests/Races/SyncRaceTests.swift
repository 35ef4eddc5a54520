import Catalogue
import Glibc
import LoopbackServer
import Testing

import struct Determinism.SeededGenerator

/// Real processes on one database: two syncs against a slow server, and a third that changes things
/// in between.
@Suite(.serialized) struct SyncRaceTests {
  private let sandbox = Sandbox()
  private let bookCount = 120
  private let changeCount = 200

  /// Valid ISBNs that no book has in the beginning come after those that the books have.
  private static func isbn(_ index: Int) -> ISBN {
    let body = 979_200_000_000 + UInt64(index)
    for digit in 0..<10 as Range<UInt64> {
      if let isbn = ISBN(number: body * 10 + digit) { return isbn }
    }
    preconditionFailure("one of ten check digits is right")
  }

  private func prepare(_ server: LoopbackServer) throws {
    _ = try sandbox.run(
      "account", "add", "s", "--source", "open-library", "--endpoint", server.url, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("account", "add", "other", "--source", "open-library", "-q")
    _ = try sandbox.run("account", "use", "s")
    let isbns = (0..<bookCount).map { Self.isbn($0).description }
    #expect(try sandbox.run(arguments: ["add"] + isbns).status == 0)
  }

  private static func editions(_ count: Int) -> [Edition] {
    (0..<count).map { Edition(isbn: isbn($0).description, title: "Fetched \($0)") }
  }

  @Test("two syncs and 200 random changes: asked once a claim, redeemed once a ticket, edits stand")
  func twoSyncsAndChanges() async throws {
    let seed = UInt64.random(in: .min ... .max)
    let turnstile = Turnstile()
    let known = LoopbackServer.openLibrary(editions: Self.editions(bookCount + changeCount))
    let answered = Turnstile()
    let server = try LoopbackServer { request in
      // Slow: an answer comes only after some more changes were made.
      answered.advance()
      turnstile.wait(for: min(answered.value * 2, changeCount))
      return known(request)
    }
    try prepare(server)

    async let one = syncUntil(turnstile)
    async let other = syncUntil(turnstile)
    let edits = try change(turnstile, seed: seed)
    let events = try await one + other
    _ = try sandbox.run("account", "use", "s")
    let last = try sandbox.run("sync", "--retry-failed", "--jsonl")
    #expect(last.status == 0, "seed \(seed): \(last)")

    let all = try events + Self.events(of: last)
    var claims: [Int: Int] = [:]
    var verdicts: [Int: Int] = [:]
    for event in all {
      switch event.name {
      case "claimed": for number in event.numbers { claims[number, default: 0] += 1 }
      case "updated", "unchanged", "not_found", "failed", "refused":
        for number in event.numbers { verdicts[number, default: 0] += 1 }
      default: break
      }
    }
    #expect(claims.count > 1, "seed \(seed)")
    for (number, count) in verdicts {
      #expect(count <= claims[number, default: 0], "book \(number), seed \(seed)")
    }
    let asked = server.requests.flatMap(\.isbns).count
    #expect(asked <= claims.values.reduce(0, +), "seed \(seed)")

    for (number, title) in edits {
      let shown = try sandbox.run("show", "\(number)", "--json")
      guard shown.status == 0 else { continue }
      #expect(try shown.json[0]?["title"] == .string(title), "book \(number), seed \(seed)")
    }
    #expect(try sandbox.run("db", "check").status == 0, "seed \(seed)")
    let status = try sandbox.run("status", "--json")
    #expect(try status.json["in_flight"] == .array([]), "seed \(seed): \(status)")
  }

  /// Runs syncs, one after the other, until every change has been made.
  private func syncUntil(_ changes: Turnstile) async throws -> [SyncEventLine] {
    try await withCheckedThrowingContinuation { continuation in
      Self.detach {
        continuation.resume(
          with: Result {
            var events: [SyncEventLine] = []
            while changes.value < changeCount {
              let result = try sandbox.run("sync", "--jsonl", "--account", "s")
              #expect([0, 3].contains(result.status), "\(result)")
              events += try Self.events(of: result)
            }
            return events
          })
      }
    }
  }

  /// Does blocking work on a thread of its own, beside those that Swift's tasks share.
  private static func detach(_ work: @escaping @Sendable () -> Void) {
    final class Work {
      let run: @Sendable () -> Void
      init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Work(work)).toOpaque())
    pthread_detach(thread)
  }

  /// Makes random changes; gives back the title that each edited book must have.
  private func change(_ changes: Turnstile, seed: UInt64) throws -> [Int: String] {
    var random = SeededGenerator(seed: seed)
    var titles: [Int: String] = [:]
    for round in 0..<changeCount {
      let number = Int.random(in: 1...bookCount, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<10:
        let title = "Edit \(round)"
        let result = try sandbox.run("edit", "\(number)", "--set", "title=\(title)")
        if result.status == 0 { titles[number] = title }
      case 10..<14:
        _ = try sandbox.run(
          "edit", "\(number)", "--set", "isbn=\(Self.isbn(bookCount + round))")
      case 14..<17: _ = try sandbox.run("remove", "\(number)", "--yes")
      case 17..<19: _ = try sandbox.run("restore", "\(number)")
      default:
        _ = try sandbox.run("account", "use", "other")
        _ = try sandbox.run("account", "use", "s")
      }
      changes.advance()
    }
    return titles
  }

  @Test("a sync that is killed: the next one goes on at once, and asks for nothing that was saved")
  func killed() async throws {
    let gate = Gate()
    let known = LoopbackServer.openLibrary(editions: Self.editions(bookCount))
    let count = Turnstile()
    let server = try LoopbackServer { request in
      count.advance()
      if count.value > 3 { gate.wait() }
      return known(request)
    }
    try prepare(server)
    let sync = try sandbox.start(Sandbox.program, ["sync"])
    await server.requests(atLeast: 4)
    sync.send(9)
    #expect(sync.wait().status == 128 + 9)
    let before = server.requests.count
    let saved = try sandbox.run("list", "--fields", "isbn,sync").lines
      .filter { $0.hasSuffix("fetched") }
      .compactMap { $0.split(separator: "\t").first.map(String.init) }
    gate.open()

    let again = try sandbox.run("sync", "--json")
    #expect(again.status == 0, "\(again)")
    #expect(try again.json["left"] == 0)
    #expect(try again.json["held_elsewhere"] == 0)
    let asked = Set(server.requests[before...].flatMap(\.isbns))
    #expect(asked.isDisjoint(with: saved))
    #expect(asked.count + saved.count == bookCount)
    #expect(try sandbox.run("list", "--fields", "sync").lines.allSatisfy { $0 == "fetched" })
    let check = try sandbox.run("db", "check")
    #expect(check.status == 0, "\(check)")
  }

  private static func events(of result: Sandbox.Result) throws -> [SyncEventLine] {
    try result.lines.map { SyncEventLine(try JSONValue(json: $0)) }
  }
}

/// A line of `sync --jsonl`.
struct SyncEventLine: Sendable {
  let name: String
  let numbers: [Int]

  init(_ json: JSONValue) {
    if case .string(let text)? = json["event"] { name = text } else { name = "" }
    var found: [JSONValue] = []
    if case .array(let several)? = json["numbers"] { found = several }
    if let one = json["number"] { found = [one] }
    numbers = found.compactMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
  }
}
