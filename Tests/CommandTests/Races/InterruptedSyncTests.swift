import Catalogue
import Glibc
import LoopbackServer
import Testing

import struct Determinism.SeededGenerator
import enum Determinism.TestSeed

/// A sync that was interrupted, however, and then one that runs through: the same library as after a
/// sync that nothing interrupted; and one more writes nothing.
@Suite(.serialized) struct InterruptedSyncTests {
  private let sandbox = Sandbox()
  private static let count = 110

  /// What can end a sync early.
  enum Interruption: CaseIterable {
    case kill, interrupt, terminate, failure, busy, refusal, reset, cut
  }

  /// Knows most of the books; some are not there.
  private static let answer = LoopbackServer.openLibrary(
    editions: (0..<count).filter { $0 % 7 != 3 }.map {
      Edition(
        isbn: ISBN.sample($0).description, title: "Title \($0)", authors: ["A. Writer \($0)"],
        key: "/books/OL\($0)M")
    })

  private func prepare(_ server: LoopbackServer) throws {
    try sandbox.useServer(server)
    let isbns = (0..<Self.count).map { ISBN.sample($0).description }
    #expect(try sandbox.run(arguments: ["add"] + isbns).status == 0)
    #expect(try sandbox.run("edit", "1", "2", "--set", "title=Typed").status == 0)
  }

  /// What a sync is to bring about: everything but the moments, and what only counts.
  private func state() throws -> String {
    try sandbox.sql(
      """
      SELECT number, account, isbn, typed, fetched, imported, removed_at IS NULL, sync_state,
        sync_detail, source_key, validators, title_key, author_key, year
      FROM books ORDER BY number;
      SELECT rowid, * FROM books_fts ORDER BY rowid;
      SELECT count(*) FROM tickets;
      """)
  }

  /// The state after a sync that nothing interrupts.
  private static let undisturbed = Result {
    let suite = InterruptedSyncTests()
    let server = try LoopbackServer(answer)
    try suite.prepare(server)
    #expect(try suite.sandbox.run("sync").status == 0)
    #expect(server.connections > 0)
    return try suite.state()
  }

  @Test(
    "by a signal or by the server, at any request", arguments: Interruption.allCases, [1, 2, 4])
  func anywhere(_ interruption: Interruption, _ place: Int) async throws {
    let server = try LoopbackServer(Self.answer)
    try prepare(server)
    try await interrupt(interruption, place, server, ["sync"])
    try finish("\(interruption) at request \(place)")
  }

  @Test("several times, each time by something else")
  func again() async throws {
    let seed = TestSeed.pick(for: "interruptions")
    var random = SeededGenerator(seed: seed)
    let server = try LoopbackServer(Self.answer)
    try prepare(server)
    var story = "seed \(seed):"
    for interruption in Interruption.allCases.shuffled(using: &random) {
      let place = Int.random(in: 1...4, using: &random)
      story += " \(interruption) at \(place),"
      // What was saved is asked for again, so that there always is something to interrupt.
      try await interrupt(interruption, place, server, ["sync", "--all", "--retry-failed"])
    }
    try finish(story)
  }

  /// Runs a sync to its end, which comes at a request of it.
  private func interrupt(
    _ interruption: Interruption, _ place: Int, _ server: LoopbackServer, _ words: [String]
  ) async throws {
    let gate = Gate()
    defer { gate.open() }
    let place = server.requests.count + place
    server.route { request in
      guard request.number >= place else { return Self.answer(request) }
      switch interruption {
      case .kill, .interrupt, .terminate:
        gate.wait()
        return Self.answer(request)
      case .failure: return .page(status: 503)
      case .busy: return .tooManyRequests(retryAfter: "100")
      case .refusal: return .page(status: 401)
      case .reset: return .wire { $0.reset() }
      case .cut: return .cutJSON
      }
    }
    let sync = try sandbox.start(
      Sandbox.program, words + ["--jobs", "1", "--json"],
      environment: ["LIBRARYCTL_TIMEOUT": interruption.isOfServer ? "1s" : "15m"])
    if let signal = interruption.signal {
      await server.requests(atLeast: place)
      sync.send(signal)
    }
    let result = sync.wait()
    #expect(interruption.statuses.contains(result.status), "\(result)")
    if result.status != 128 + SIGKILL { #expect(try SyncSummary(result).addsUp, "\(result)") }
    server.route(Self.answer)
  }

  @Test(
    "by a kill at any write", .enabled(if: Tool.canTrace, "strace cannot be used here"),
    arguments: ["pwrite64", "fdatasync"])
  func anyWrite(_ call: String) throws {
    let server = try LoopbackServer(Self.answer)
    try prepare(server)
    _ = try sandbox.run(tool: "sh", "-c", "cp -r .local before")
    var number = 1
    while true {
      _ = try sandbox.run(tool: "sh", "-c", "rm -rf .local && cp -r before .local")
      let killed = try sandbox.start(
        "strace",
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(number)", Sandbox.program, "sync",
        ]
      ).wait()
      try finish("killed at \(call) \(number)")
      if killed.status == 0 { break }
      number += call == "pwrite64" ? 9 : 1
      try #require(number < 2000)
    }
    #expect(number > 1, "nothing was tried")
  }

  /// A clean sync brings the library into the state of an undisturbed one; one more writes nothing.
  private func finish(_ place: String) throws {
    let clean = try sandbox.run("sync", "--retry-failed", "--json")
    #expect(clean.status == 0, "\(place): \(clean)")
    let (lines, wanted) = (try state(), try Self.undisturbed.get())
    let other = zip(lines.split(separator: "\n"), wanted.split(separator: "\n")).first { $0 != $1 }
    #expect(lines == wanted, "\(place): \(other.map { "\($0.0), and not \($0.1)" } ?? "")")
    let before = try sandbox.dump()
    let again = try sandbox.run("sync", "--retry-failed", "--json")
    #expect(again.status == 0, "\(place): \(again)")
    #expect(try SyncSummary(again)["claimed"] == 0, "\(place): \(again)")
    #expect(try sandbox.dump() == before, "\(place)")
  }
}

extension InterruptedSyncTests.Interruption {
  fileprivate var signal: Int32? {
    switch self {
    case .kill: SIGKILL
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    default: nil
    }
  }

  fileprivate var isOfServer: Bool { signal == nil }

  fileprivate var statuses: Set<Int32> {
    switch self {
    case .kill: [128 + SIGKILL]
    case .interrupt, .terminate: [130]
    case .refusal: [4]
    case .busy: [5]
    // Partly done, when the last requests are too few for the source to count as out of reach.
    case .failure, .reset, .cut: [3, 5]
    }
  }
}
