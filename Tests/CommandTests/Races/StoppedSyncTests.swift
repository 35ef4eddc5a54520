import Catalogue
import Glibc
import LoopbackServer
import Testing

/// A sync that stands still (SIGSTOP) while its lease runs out, and then goes on.
@Suite struct StoppedSyncTests {
  private let sandbox = Sandbox()
  private let isbns = (0..<3).map { ISBN.sample($0).description }

  /// Answers with titles that tell which request they are an answer to; some requests wait.
  private func server(holding gates: [Int: Gate]) throws -> LoopbackServer {
    let isbns = isbns
    return try LoopbackServer { request in
      gates[request.number]?.wait()
      let editions = isbns.map { Edition(isbn: $0, title: "Answer \(request.number)") }
      return LoopbackServer.openLibrary(editions: editions)(request)
    }
  }

  private func prepare(_ server: LoopbackServer) throws {
    try sandbox.useServer(server)
    #expect(try sandbox.run(arguments: ["add"] + isbns).status == 0)
  }

  /// A sync that has claimed all books and was stopped while it waits for the answer; its lease ran
  /// out since.
  private func stoppedSync(_ server: LoopbackServer) async throws -> RunningProcess {
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    sync.stop()
    try sandbox.expireLeases()
    return sync
  }

  private func titles() throws -> [String] {
    try sandbox.run("list", "--fields", "number,title").lines.map {
      String($0.drop { $0 != "\t" }.dropFirst())
    }
  }

  @Test("one that sleeps while another sync finishes is superseded, and changes nothing")
  func superseded() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try server(holding: [1: gate])
    try prepare(server)
    let sleeper = try await stoppedSync(server)

    let other = try sandbox.run("sync", "--json")
    #expect(other.status == 0, "\(other)")
    #expect(try SyncSummary(other)["updated"] == 3)
    let before = try sandbox.dump()

    sleeper.goOn()
    gate.open()
    let result = sleeper.wait()
    #expect(result.status == 3, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary["claimed"] == 3, "\(result)")
    #expect(summary.refused("superseded") == 3, "\(result)")
    #expect(summary.addsUp, "\(result)")
    #expect(try sandbox.dump() == before)
    #expect(try titles() == ["Answer 2", "Answer 2", "Answer 2"])
    #expect(try sandbox.sql("SELECT count(*) FROM changes WHERE kind = 'update';") == "3")
    #expect(try SyncSummary(try sandbox.run("sync", "--json"))["claimed"] == 0)
    try sandbox.checkLibrary()
  }

  @Test("one that wakes while another sync is still waiting is superseded; the other one completes")
  func bothUnderWay() async throws {
    let (first, second) = (Gate(), Gate())
    defer {
      first.open()
      second.open()
    }
    let server = try server(holding: [1: first, 2: second])
    try prepare(server)
    let sleeper = try await stoppedSync(server)
    let other = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 2)

    sleeper.goOn()
    first.open()
    let result = sleeper.wait()
    #expect(result.status == 3, "\(result)")
    #expect(try SyncSummary(result).refused("superseded") == 3, "\(result)")
    #expect(try titles() == ["", "", ""])

    second.open()
    let end = other.wait()
    #expect(end.status == 0, "\(end)")
    #expect(try SyncSummary(end)["updated"] == 3)
    #expect(try titles() == ["Answer 2", "Answer 2", "Answer 2"])
    try sandbox.checkLibrary()
  }

  @Test("a lease that ran out is no reason to refuse while nobody else has claimed the books")
  func nobodyElse() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try server(holding: [1: gate])
    try prepare(server)
    let sleeper = try await stoppedSync(server)
    sleeper.goOn()
    gate.open()
    let result = sleeper.wait()
    #expect(result.status == 0, "\(result)")
    #expect(try SyncSummary(result)["updated"] == 3)
    #expect(try titles() == ["Answer 1", "Answer 1", "Answer 1"])
  }

  @Test("each book is decided for itself: one was taken over, one removed, one is still its own")
  func mixed() async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try server(holding: [1: gate])
    try prepare(server)
    let sleeper = try await stoppedSync(server)
    #expect(try sandbox.run("sync", "2").status == 0)
    #expect(try sandbox.run("remove", "3", "--yes").status == 0)
    sleeper.goOn()
    gate.open()
    let result = sleeper.wait()
    #expect(result.status == 3, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary["updated"] == 1, "\(result)")
    #expect(summary.refused("superseded") == 1, "\(result)")
    #expect(summary.refused("removed") == 1, "\(result)")
    #expect(summary.addsUp, "\(result)")
    #expect(try titles() == ["Answer 1", "Answer 2"])
    try sandbox.checkLibrary()
  }
}
