import Glibc
import LoopbackServer
import Testing

/// A token goes to the server that it was used for, and to another one only when the user says so.
@Suite struct TokenOriginTests {
  private let sandbox = Sandbox()
  private let isbn = "9780306406157"
  private let canary = "canary-5Hn8"
  private var secret: [String: String] { ["LIBRARYCTL_TOKEN_S": canary] }
  private let origins = ".config/libraryctl/token-origins"

  private func server() throws -> LoopbackServer {
    try LoopbackServer(editions: [Edition(isbn: isbn, title: "T")])
  }

  /// A library with an account that asks a server.
  private func prepare(
    _ library: String, _ server: LoopbackServer, account: String = "s"
  ) throws {
    _ = try sandbox.run(
      "--db", sandbox.path(library), "account", "add", account, "--source", "open-library",
      "--endpoint", server.url, "--rate", "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("--db", sandbox.path(library), "account", "use", account)
    _ = try sandbox.run("--db", sandbox.path(library), "add", isbn)
  }

  private func sync(
    _ library: String, _ more: String..., environment: [String: String]? = nil
  ) throws -> Sandbox.Result {
    try sandbox.run(
      arguments: ["--db", sandbox.path(library), "sync", "--all"] + more,
      environment: environment ?? secret)
  }

  private func sent(_ server: LoopbackServer) -> [String?] {
    server.requests.map { $0.headers["authorization"] }
  }

  @Test("another library's account of the same name gets it only after the user has said yes")
  func namesake() throws {
    let (mine, other) = (try server(), try server())
    try prepare("mine.db", mine)
    try prepare("other.db", other)
    for _ in 0..<2 { #expect(try sync("mine.db").status == 0) }
    #expect(Set(sent(mine)) == ["Bearer " + canary])
    let refused = try sync("other.db")
    #expect(refused.status == 2, "\(refused)")
    #expect(refused.errors.contains(mine.url) && refused.errors.contains(other.url), "\(refused)")
    #expect(refused.errors.contains("--yes") && !refused.description.contains(canary))
    #expect(other.requests.isEmpty)
    #expect(try sync("other.db", "--yes").status == 0)
    #expect(Set(sent(other)) == ["Bearer " + canary])
    // Both are known from then on.
    #expect(try sync("other.db").status == 0)
    #expect(try sync("mine.db").status == 0)
    #expect(try sandbox.run("--db", sandbox.path("mine.db"), "db", "check").status == 0)
    #expect(sandbox.read(sandbox.path(origins))?.contains(canary) == false)
  }

  @Test(
    "an account that is given another server is asked about; so is one whose name differs but whose variable does not"
  )
  func moved() throws {
    let (first, second) = (try server(), try server())
    try prepare("a.db", first)
    #expect(try sync("a.db").status == 0)
    _ = try sandbox.run(
      "--db", sandbox.path("a.db"), "account", "set", "s", "--endpoint", second.url)
    #expect(try sync("a.db").status == 2)
    try prepare("b.db", second, account: "S")
    #expect(try sync("b.db").status == 2)
    #expect(second.requests.isEmpty)
  }

  @Test("a file's token is known apart from the variable's, and asked about as well")
  func file() throws {
    let (first, second) = (try server(), try server())
    try prepare("a.db", first)
    try prepare("b.db", second)
    let folder = sandbox.path(".config/libraryctl/tokens")
    #expect(try sandbox.run(tool: "mkdir", "-p", "-m", "700", folder).status == 0)
    chmod(sandbox.write(".config/libraryctl/tokens/s", canary), 0o600)
    #expect(try sync("a.db", environment: [:]).status == 0)
    #expect(try sync("b.db", environment: [:]).status == 2)
    #expect(second.requests.isEmpty)
  }

  @Test("on a terminal it asks; only a yes sends it")
  func asks() throws {
    let (mine, other) = (try server(), try server())
    try prepare("mine.db", mine)
    try prepare("other.db", other)
    #expect(try sync("mine.db").status == 0)
    let line = "LIBRARYCTL_TOKEN_S=\(canary) \(Sandbox.program) --db other.db sync --all"
    let no = try sandbox.run(tool: "script", "-qec", line, "/dev/null", input: "n\n")
    #expect(no.status == 1 && other.requests.isEmpty, "\(no)")
    let yes = try sandbox.run(tool: "script", "-qec", line, "/dev/null", input: "y\n")
    #expect(yes.status == 0 && yes.output.contains(mine.url), "\(yes)")
    #expect(sent(other).contains("Bearer " + canary))
  }

  @Test("a record of origins that others could change, or that cannot be read, sends nothing")
  func record() throws {
    let server = try server()
    try prepare("a.db", server)
    #expect(try sync("a.db").status == 0)
    let count = server.requests.count
    let path = sandbox.path(origins)
    for (text, mode, words) in [
      ("\(server.url) LIBRARYCTL_TOKEN_S\n", 0o622, "chmod 600"), ("what\n", 0o600, "line 1"),
      (String(repeating: "https://x y\n", count: 6000), 0o600, "larger"),
    ] as [(String, mode_t, String)] {
      sandbox.write(origins, text)
      chmod(path, mode)
      let result = try sync("a.db")
      #expect(result.status == 1 && result.errors.contains(words), "\(result)")
    }
    unlink(path)
    mkdir(path, 0o700)
    #expect(try sync("a.db").status == 1)
    #expect(server.requests.count == count)
  }

  @Test("where nothing can be remembered, it asks each time")
  func nowhere() throws {
    let server = try server()
    try prepare("a.db", server)
    let homeless = secret.merging(["HOME": ""]) { $1 }
    let result = try sync("a.db", environment: homeless)
    #expect(result.status == 2 && result.errors.contains("HOME"), "\(result)")
    #expect(server.requests.isEmpty)
    #expect(try sync("a.db", "--yes", environment: homeless).status == 0)
  }

  @Test("a title file gets no token, and is not asked about")
  func titleFile() throws {
    sandbox.write("titles.jsonl", "{\"isbn\":\"\(isbn)\",\"title\":\"T\"}\n")
    for endpoint in ["titles.jsonl", "./titles.jsonl"] {
      _ = try sandbox.run("account", "add", "s", "--source", "file", "--endpoint", endpoint)
      _ = try sandbox.run("account", "use", "s")
    }
    _ = try sandbox.run("add", isbn)
    #expect(try sandbox.run("sync", environment: secret).status == 0)
    #expect(!sandbox.exists(origins))
  }
}
