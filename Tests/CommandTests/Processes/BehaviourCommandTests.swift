import Catalogue
import LoopbackServer
import Testing

/// `sync` as a process against a server that is slow, lies, floods or breaks off.
@Suite(
  .enabled(if: Sandbox.measuresMemory, "perl is not here, with which memory is measured"))
struct BehaviourCommandTests {
  private let sandbox = Sandbox()
  /// What a server may cost, above what the program has anyway: 64 MB.
  private static let allowance = 64_000_000

  /// What a command has that makes no connection.
  private static let idle = Result {
    let sandbox = Sandbox()
    _ = try sandbox.run("add", Behaviour.isbns[0])
    return try sandbox.measure(arguments: ["status"]).peak
  }

  @Test(
    "gives each book what is its own in bounded memory, and the next sync is right",
    arguments: Behaviour.all)
  func behaviour(behaviour: Behaviour) throws {
    let server = try LoopbackServer(behaviour.route)
    _ = try sandbox.run(
      "account", "add", "s", "--source", "open-library", "--endpoint", server.url, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("account", "use", "s")
    #expect(try sandbox.run(arguments: ["add"] + Behaviour.isbns).status == 0)
    let environment = behaviour.needsDeadline ? ["LIBRARYCTL_TIMEOUT": "1s"] : [:]

    let (result, peak) = try sandbox.measure(
      arguments: ["sync", "--json"], environment: environment)
    #expect(result.status == Self.status(of: behaviour), "\(result)")
    let idle = try Self.idle.get()
    #expect(idle > 1 << 20)
    #expect(peak < idle + Self.allowance, "\(peak >> 20) MiB, idle \(idle >> 20) MiB")
    #expect(try outcomes() == behaviour.outcomes)
    #expect(
      try titles()
        == zip(behaviour.outcomes, Behaviour.titles + [""]).map { $0 == "fetched" ? $1 : "" })
    let counts = try result.json
    #expect(counts["claimed"] == 3)
    for (name, states) in [
      ("updated", ["fetched"]), ("not_found", ["not-found"]), ("given_back", []),
    ] {
      let count = behaviour.outcomes.count { states.contains($0) }
      #expect(counts[name] == .integer(Int64(count)), "\(name): \(result)")
    }
    #expect(try sandbox.run("db", "check").status == 0)

    server.route(Behaviour.good)
    let again = try sandbox.run("sync", "--all", "--json")
    #expect(again.status == 0, "\(again)")
    #expect(try outcomes() == ["fetched", "fetched", "not-found"])
    #expect(try titles() == Behaviour.titles + [""])
    #expect(try sandbox.run("failures").output.isEmpty)
    #expect(try sandbox.run("db", "check").status == 0)
  }

  /// The state of each book; of a failed one the word of its reason.
  private func outcomes() throws -> [String] {
    let failures = try sandbox.run("failures", "--jsonl").lines.map { try JSONValue(json: $0) }
    return try sandbox.run("list", "--fields", "number,sync").lines.map { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1] == "failed" else { return String(parts.last ?? "") }
      let failure = failures.first { $0["number"] == Int64(parts[0]).map { JSONValue.integer($0) } }
      guard case .string(let reason)? = failure?["reason"] else { return "failed" }
      return String(reason.prefix { $0 != ":" })
    }
  }

  private func titles() throws -> [String] {
    try sandbox.run("list", "--fields", "number,title").lines.map { line in
      String(line.split(separator: "\t", omittingEmptySubsequences: false).last ?? "")
    }
  }

  /// 0: every book has an answer; 4: refused; 5: worth trying again; 3: some have one.
  private static func status(of behaviour: Behaviour) -> Int32 {
    let failures = behaviour.outcomes.filter { !["fetched", "not-found"].contains($0) }
    if failures.isEmpty { return 0 }
    if failures.count < 3 || failures.contains("malformed") { return 3 }
    return failures.contains("unauthorised") ? 4 : 5
  }
}
