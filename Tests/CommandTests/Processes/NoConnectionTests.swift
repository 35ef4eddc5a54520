import LoopbackServer
import Testing

/// No command but `sync` makes a connection, whatever account is current.
@Suite struct NoConnectionTests {
  private let sandbox = Sandbox()

  @Test("every command but sync does its work without a word to the account's server")
  func server() throws {
    #expect(EveryCommand.missing.isEmpty, "each command needs a line in EveryCommand")
    let server = try LoopbackServer { _ in .emptyBatch }
    try EveryCommand.prepare(sandbox, endpoint: server.url)
    for line in EveryCommand.offline {
      let result = try sandbox.run(arguments: line.words)
      #expect(result.status == 0, "\(line): \(result)")
    }
    #expect(try sandbox.run("sync", "--dry-run").status == 0)
    #expect(server.connections == 0)
    #expect(try sandbox.run("sync").status == 0)
    #expect(server.connections > 0, "else this test proves nothing")
  }

  @Test(
    "no command but sync calls connect, or makes a socket that could",
    .enabled(if: Tool.canTrace, "strace cannot be used here"))
  func systemCalls() throws {
    #expect(EveryCommand.missing.isEmpty, "each command needs a line in EveryCommand")
    let server = try LoopbackServer { _ in .emptyBatch }
    try EveryCommand.prepare(sandbox, endpoint: server.url)
    for line in EveryCommand.offline.map(\.words) + [["sync", "--dry-run"], ["--version"]] {
      let calls = try trace(line)
      #expect(calls == "", "\(line)")
    }
    #expect(try trace(["sync"]).contains("connect("), "else this test proves nothing")
  }

  /// The calls of a command that make connections.
  private func trace(_ words: [String]) throws -> String {
    let calls = sandbox.path("calls")
    let result = try sandbox.start(
      "strace",
      ["-f", "-qq", "-o", calls, "-e", "trace=connect,socket", "-e", "signal=none"]
        + [Sandbox.program] + words
    ).wait()
    #expect(result.status == 0, "\(words): \(result)")
    // A thread that is being let go of shows as a call without a name.
    return (sandbox.read(calls) ?? "no trace: connect(").split(separator: "\n")
      .filter { $0.contains("connect(") || $0.contains("socket(") }.joined(separator: "\n")
  }
}
