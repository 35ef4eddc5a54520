import Catalogue
import Glibc
import LoopbackServer
import Testing

/// The token of an account: where it comes from, and where it goes.
@Suite struct TokenTests {
  private let sandbox = Sandbox()
  private let isbn = "9780306406157"
  private let canary = "canary-7f3a"

  private func server() throws -> LoopbackServer {
    try LoopbackServer(editions: [Edition(isbn: isbn, title: "T")])
  }

  private func prepare(_ server: LoopbackServer, account: String = "s") throws {
    _ = try sandbox.run(
      "account", "add", account, "--source", "open-library", "--endpoint", server.url, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("account", "use", account)
    _ = try sandbox.run("add", isbn)
  }

  /// Writes a token where the program looks for it.
  private func write(_ text: String, mode: mode_t = 0o600) {
    for folder in [".config", ".config/libraryctl", ".config/libraryctl/tokens"] {
      mkdir(sandbox.path(folder), 0o700)
    }
    let path = sandbox.write(".config/libraryctl/tokens/s", text)
    chmod(path, mode)
  }

  private func sent(_ server: LoopbackServer) -> [String?] {
    server.requests.map { $0.headers["authorization"] }
  }

  @Test("comes from a file of its owner alone; the variable is asked first")
  func file() throws {
    let server = try server()
    try prepare(server)
    write(canary + "\n")
    let result = try sandbox.run("sync", "-v", "--json")
    #expect(result.status == 0, "\(result)")
    #expect(Set(sent(server)) == ["Bearer " + canary])
    #expect(!result.description.contains(canary))
    _ = try sandbox.run("sync", "--all", environment: ["LIBRARYCTL_TOKEN_S": "other"])
    #expect(sent(server).last == "Bearer other")
    mkdir(sandbox.path("elsewhere"), 0o700)
    _ = try sandbox.run(
      "sync", "--all", environment: ["XDG_CONFIG_HOME": sandbox.path("elsewhere")])
    #expect(sent(server).last == .some(nil))
  }

  @Test(
    "is not taken from a file that others may read or change",
    arguments: [0o644, 0o640, 0o602] as [mode_t])
  func wide(mode: mode_t) throws {
    let server = try server()
    try prepare(server)
    write(canary, mode: mode)
    try expectRefusal(server, "chmod 600")
  }

  @Test(
    "is not taken from a file that holds something else",
    arguments: [
      "", "\n \n", "two words", "a\nb", "\u{1}", "é", String(repeating: "x", count: 5000),
    ])
  func contents(text: String) throws {
    let server = try server()
    try prepare(server)
    write(text)
    try expectRefusal(server, "one word")
  }

  @Test("is not taken through a link, from a file with two names, or from what is no file")
  func links() throws {
    let server = try server()
    try prepare(server)
    write(canary)
    let path = sandbox.path(".config/libraryctl/tokens/s")
    link(path, sandbox.path("second"))
    try expectRefusal(server, "second name")
    unlink(path)
    symlink(sandbox.path("second"), path)
    try expectRefusal(server, "link")
    unlink(path)
    mkfifo(path, 0o600)
    try expectRefusal(server, "not a regular file")
    unlink(path)
    mkdir(path, 0o700)
    try expectRefusal(server, "not a regular file")
  }

  @Test(
    "is not taken from another user's file",
    .enabled(if: geteuid() == 0, "only root can give a file away"))
  func owner() throws {
    let server = try server()
    try prepare(server)
    write(canary)
    #expect(chown(sandbox.path(".config/libraryctl/tokens/s"), 65_534, 65_534) == 0)
    try expectRefusal(server, "another user")
  }

  @Test("is not taken from a variable that may mean two accounts")
  func ambiguous() throws {
    let server = try server()
    try prepare(server, account: "αβ")
    try prepare(server, account: "γδ")
    let result = try sandbox.run("sync", environment: ["LIBRARYCTL_TOKEN___": canary])
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("αβ") && result.errors.contains("tokens/γδ"), "\(result)")
    #expect(!result.description.contains(canary))
    #expect(server.requests.isEmpty)
  }

  private func expectRefusal(_ server: LoopbackServer, _ words: String) throws {
    let result = try sandbox.run("sync", "-v")
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains(words), "\(result)")
    #expect(result.errors.contains("tokens/s"), "\(result)")
    #expect(!result.description.contains(canary))
    #expect(server.requests.isEmpty)
  }
}
