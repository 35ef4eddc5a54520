import Catalogue
import Glibc
import LoopbackServer
import Testing

/// Clocks that are ten years off, or that jump while a sync runs: no outcome depends on them but the
/// age of a lease, of a fetch and of a failure, and nothing is held up for ten years.
@Suite(.enabled(if: Tool.fakeTime != nil, "faketime is not installed")) struct ClockJumpTests {
  private let sandbox = Sandbox()
  private let isbns = (0..<6).map { ISBN.sample($0).description }
  private static let jumps = ["+10y", "-10y"]

  /// The environment of a process whose clock is off.
  /// - Parameter alsoSteady: whether the clock that only counts up is off, too.
  private func clock(_ offset: String, alsoSteady: Bool = false) -> [String: String] {
    [
      "LD_PRELOAD": Tool.fakeTime ?? "", "FAKETIME": offset,
      "FAKETIME_DONT_FAKE_MONOTONIC": alsoSteady ? "0" : "1",
    ]
  }

  private func prepare(_ server: LoopbackServer) throws {
    try sandbox.useServer(server)
    #expect(try sandbox.run(arguments: ["add"] + isbns).status == 0)
  }

  private func editions(_ title: String = "T") -> [Edition] {
    isbns.map { Edition(isbn: $0, title: title) }
  }

  private func states() throws -> Set<String> {
    Set(try sandbox.run("list", "--fields", "title,sync").lines)
  }

  @Test("the clock is off, as these tests need it", arguments: jumps)
  func works(_ jump: String) throws {
    let now = try sandbox.start("date", ["+%Y"], environment: clock(jump)).wait()
    let year = try #require(Int(now.lines.first ?? ""))
    let real = try #require(Int(try sandbox.run(tool: "date", "+%Y").lines.first ?? ""))
    #expect(abs(year - real) >= 9, "\(now)")
    _ = try sandbox.start(
      Sandbox.program, ["add", "--title", "T"], environment: clock(jump)
    ).wait()
    let added = try sandbox.run("list", "--fields", "added_at").output
    #expect(added.hasPrefix("\(year)"), "\(added)")
  }

  @Test("commands by a clock that is a year ahead leave what was done before to be undone")
  func undo() throws {
    func importing(_ name: String, _ environment: [String: String] = [:]) throws {
      sandbox.write(
        name, "title,author\n" + (0..<300).map { "\(name) \($0),Somebody\n" }.joined())
      let result = try sandbox.run(arguments: ["import", name, "-q"], environment: environment)
      #expect(result.status == 0, "\(result)")
    }
    try importing("first.csv")
    for name in ["second.csv", "third.csv"] { try importing(name, clock("+1y")) }
    let undone = try sandbox.run("undo", "1", "--yes")
    #expect(undone.status == 0, "\(undone)")
    #expect(try sandbox.run("list", "first", "--ids").lines.isEmpty)
    #expect(try sandbox.run("db", "check").status == 0)
  }

  @Test(
    "a sync by a clock that is off does what one by the right clock does", arguments: jumps,
    [false, true])
  func off(_ jump: String, _ alsoSteady: Bool) throws {
    let server = try LoopbackServer(editions: editions())
    try prepare(server)
    let sync = try sandbox.start(
      Sandbox.program, ["sync", "--json"], environment: clock(jump, alsoSteady: alsoSteady)
    ).wait()
    #expect(sync.status == 0, "\(sync)")
    #expect(try SyncSummary(sync)["updated"] == 6, "\(sync)")
    #expect(try states() == ["T\tfetched"])
    // By the right clock, what was fetched in the future or ten years ago is due, and only once.
    let again = try sandbox.run("sync", "--json")
    #expect(again.status == 0, "\(again)")
    #expect(try SyncSummary(again)["claimed"] == 6, "\(again)")
    #expect(try SyncSummary(try sandbox.run("sync", "--json"))["claimed"] == 0)
    try sandbox.checkLibrary()
  }

  @Test("a clock that jumps while the answer is on its way changes nothing of it", arguments: jumps)
  func jumping(_ jump: String) async throws {
    let gate = Gate()
    defer { gate.open() }
    let server = try LoopbackServer(editions: editions()) { _ in gate.wait() }
    try prepare(server)
    var environment = clock("")
    environment["FAKETIME"] = nil
    environment["FAKETIME_TIMESTAMP_FILE"] = sandbox.write("clock", "+0\n")
    environment["FAKETIME_NO_CACHE"] = "1"
    let sync = try sandbox.start(Sandbox.program, ["sync", "--json"], environment: environment)
    await server.requests(atLeast: 1)
    sandbox.write("clock", jump + "\n")
    gate.open()
    let result = sync.wait()
    #expect(result.status == 0, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary["updated"] == 6 && summary.addsUp, "\(result)")
    #expect(try states() == ["T\tfetched"])
    let year = try sandbox.sql("SELECT DISTINCT substr(fetched_at, 1, 4) FROM books;")
    let real = try #require(Int(try sandbox.run(tool: "date", "+%Y").lines.first ?? ""))
    #expect(abs((Int(year) ?? real) - real) >= 9, "the clock did jump: \(year)")
  }

  @Test("tickets and waits of a run by another clock hold nobody up", arguments: jumps)
  func leftovers(_ jump: String) async throws {
    let gate = Gate()
    defer { gate.open() }
    let editions = editions()
    // One book a request: the first fails with a wait, the next one hangs.
    let server = try LoopbackServer { _ in .tooManyRequests(retryAfter: "80000") }
    try prepare(server)
    let failing = try sandbox.start(
      Sandbox.program, ["sync", "1", "2", "--timeout", "1s"], environment: clock(jump)
    ).wait()
    #expect(failing.status == 5, "\(failing)")
    let answer = LoopbackServer.openLibrary(editions: editions)
    let count = server.requests.count
    server.route { _ in
      gate.wait()
      return .emptyBatch
    }
    let killed = try sandbox.start(
      Sandbox.program, ["sync", "3", "4"], environment: clock(jump))
    await server.requests(atLeast: count + 1)
    killed.send(SIGKILL)
    #expect(killed.wait().status == 128 + SIGKILL)

    server.route(answer)
    let status = try sandbox.run("status", "--json")
    #expect(status.status == 0, "\(status)")
    let sync = try sandbox.run("sync", "--json")
    #expect(sync.status == 0, "\(sync)")
    let summary = try SyncSummary(sync)
    #expect(summary["updated"] == 6 && summary["held_elsewhere"] == 0, "\(sync)")
    #expect(try states() == ["T\tfetched"])
    try sandbox.checkLibrary()
  }

  @Test(
    "a lease counts by the clock: five minutes later a living holder's tickets can be taken over")
  func lease() async throws {
    let gate = Gate()
    defer { gate.open() }
    let answer = LoopbackServer.openLibrary(editions: editions())
    let server = try LoopbackServer { request in
      if request.number == 1 { gate.wait() }
      return answer(request)
    }
    try prepare(server)
    let sleeper = try sandbox.start(Sandbox.program, ["sync", "--json"])
    await server.requests(atLeast: 1)
    sleeper.stop()
    let now = try sandbox.run("sync", "--json")
    #expect(try SyncSummary(now)["held_elsewhere"] == 6, "\(now)")
    #expect(try SyncSummary(now)["claimed"] == 0, "\(now)")
    let later = try sandbox.start(
      Sandbox.program, ["sync", "--json"], environment: clock("+5m")
    ).wait()
    #expect(try SyncSummary(later)["updated"] == 6, "\(later)")
    sleeper.goOn()
    gate.open()
    let result = sleeper.wait()
    #expect(result.status == 3, "\(result)")
    #expect(try SyncSummary(result).refused("superseded") == 6, "\(result)")
  }

  @Test(
    "a living sync by a clock that is off, and one by the right clock: each book once, all adds up",
    arguments: jumps)
  func together(_ jump: String) async throws {
    let gate = Gate()
    defer { gate.open() }
    let isbns = isbns
    let server = try LoopbackServer { request in
      if request.number == 1 { gate.wait() }
      let editions = isbns.map { Edition(isbn: $0, title: "Answer \(request.number)") }
      return LoopbackServer.openLibrary(editions: editions)(request)
    }
    try prepare(server)
    let other = try sandbox.start(
      Sandbox.program, ["sync", "--json"], environment: clock(jump))
    await server.requests(atLeast: 1)
    // Its tickets are from the future, or ran out ten years ago: they are taken over.
    let sync = try sandbox.run("sync", "--json")
    #expect(sync.status == 0, "\(sync)")
    #expect(try SyncSummary(sync)["updated"] == 6, "\(sync)")
    gate.open()
    let result = other.wait()
    #expect(result.status == 3, "\(result)")
    let summary = try SyncSummary(result)
    #expect(summary.refused("superseded") == 6 && summary.addsUp, "\(result)")
    #expect(try sandbox.run("list", "--fields", "title").lines.allSatisfy { $0 == "Answer 2" })
    try sandbox.checkLibrary()
  }
}
