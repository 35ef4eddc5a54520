import Catalogue
import Glibc
import LoopbackServer
import Testing

/// A token that would be known again wherever it turned up.
@Suite struct TokenCanaryTests {
  private static let canary = "canary-7Qm2xVb9Zt4K"
  private let sandbox = Sandbox()
  private let secret = ["LIBRARYCTL_TOKEN_S": canary]

  /// Where the token is kept.
  enum Keeping: String, CaseIterable { case variable, file }

  /// Keeps it there.
  /// - Returns: the variables with which commands are run.
  private func keep(_ keeping: Keeping) throws -> [String: String] {
    if keeping == .variable { return secret }
    let folder = sandbox.path(".config/libraryctl/tokens")
    #expect(try sandbox.run(tool: "mkdir", "-p", "-m", "700", folder).status == 0)
    chmod(sandbox.write(Self.file, Self.canary + "\n"), 0o600)
    return [:]
  }

  private static let file = ".config/libraryctl/tokens/s"

  private func isSilent(_ result: Sandbox.Result) -> Bool {
    !result.output.contains(Self.canary) && !result.errors.contains(Self.canary)
  }

  /// Files of the sandbox in which the token stands, beside its own.
  private func leaks() throws -> [String] {
    let found = try sandbox.run(tool: "grep", "-rlaF", "--", Self.canary, sandbox.directory)
    #expect(found.status < 2, "\(found)")
    return found.lines.filter { $0 != sandbox.path(Self.file) }
  }

  private func sees(_ request: Request) -> Bool {
    let texts = Array(request.headers.values) + request.query.flatMap { [$0.name, $0.value] }
    return (texts + [request.path, String(decoding: request.body, as: UTF8.self)])
      .contains { $0.contains(Self.canary) }
  }

  private static let sources = ["open-library", "http"]
  private static let forms = [[], ["--json"], ["--jsonl"], ["--verbose"]]

  @Test(
    "no command but sync sends it, and none prints it or writes it down",
    arguments: Keeping.allCases)
  func offlineCommands(_ keeping: Keeping) throws {
    let secret = try keep(keeping)
    #expect(EveryCommand.missing.isEmpty, "each command needs a line in EveryCommand")
    try EveryCommand.prepare(sandbox, endpoint: "http://127.0.0.1:9")
    for line in EveryCommand.offline {
      for form in Self.forms {
        let result = try sandbox.run(arguments: line.words + form, environment: secret)
        #expect(isSilent(result), "\(line) \(form)")
      }
    }
    #expect(try leaks() == [])
  }

  @Test(
    "it goes to its server, and stands in no output, file or argument while that one is asked",
    arguments: sources, Keeping.allCases)
  func underWay(_ source: String, _ keeping: Keeping) async throws {
    let secret = try keep(keeping)
    let gate = Gate()
    defer { gate.open() }
    let editions = EveryCommand.isbns.map { Edition(isbn: $0, title: "T") }
    let answer =
      source == "http"
      ? TitleEditions.route("T", edition: 1) : LoopbackServer.openLibrary(editions: editions)
    let server = try LoopbackServer { request in
      gate.wait()
      return answer(request)
    }
    try EveryCommand.prepare(sandbox, endpoint: server.url, source: source)
    let sync = try sandbox.start(
      Sandbox.program, ["sync", "--verbose", "--jsonl"], environment: secret)
    await server.requests(atLeast: 1)
    #expect(server.requests.allSatisfy(sees), "else this test proves nothing")
    #expect(!sync.kernelFile("cmdline").contains(Self.canary))
    // A variable is seen there by its owner alone; a token from a file is not put there.
    #expect(sync.kernelFile("environ").contains(Self.canary) == (keeping == .variable))
    // Database, -wal and -shm as they are while tickets are out, and what was printed so far.
    #expect(try leaks() == [])
    for command in ["status", "failures", "account"] {
      let words = command == "account" ? ["account", "show"] : [command]
      #expect(isSilent(try sandbox.run(arguments: words + ["--json"], environment: secret)))
    }
    gate.open()
    let result = sync.wait()
    #expect(result.status == 0 && isSilent(result), "\(result)")
    #expect(try leaks() == [])
  }

  /// What a server can do to bring a token to light.
  enum Trick: String, CaseIterable {
    case refusal, forbidden, failure, malformed, html, redirect, permanentRedirect, file, cut
  }

  @Test(
    "a server that lies, refuses or sends elsewhere does not bring it out",
    arguments: Trick.allCases, sources)
  func tricks(_ trick: Trick, _ source: String) throws {
    let other = try LoopbackServer { _ in .emptyBatch }
    let elsewhere = other.url
    let server = try LoopbackServer { request in
      let token = request.headers["authorization"] ?? ""
      switch trick {
      case .refusal: return .json(#"{"error": "\#(token)"}"#, status: 401)
      case .forbidden: return .text(token, status: 403, type: "text/html")
      case .failure: return .text(token, status: 404, type: "text/plain")
      case .malformed: return .json(token)
      case .html: return .text("<p>\(token)</p>", type: "text/html; \(token)")
      case .redirect: return .redirect(to: "\(elsewhere)/api/books.json?t=\(token)")
      case .permanentRedirect:
        return .redirect(to: "\(elsewhere)/api/books.json?\(request.path)", status: 308)
      case .file: return .redirect(to: "file:///etc/passwd?\(token)")
      case .cut: return .json(#"{"ISBN:\#(token)": {"title": "\#(token)"#)
      }
    }
    try EveryCommand.prepare(sandbox, endpoint: server.url, source: source)
    for form in Self.forms {
      let result = try sandbox.run(
        arguments: ["sync", "--retry-failed", "--timeout", "5s"] + form, environment: secret)
      #expect(result.status != 0, "\(trick): \(result)")
      #expect(isSilent(result), "\(trick): \(result)")
    }
    #expect(server.requests.contains(where: sees), "else this test proves nothing")
    #expect(!other.requests.contains(where: sees), "\(trick)")
    for words in [["failures"], ["status"], ["list"], ["show", "1"], ["account", "list"]] {
      for form in Self.forms {
        let result = try sandbox.run(arguments: words + form, environment: secret)
        #expect(isSilent(result), "\(trick), \(words): \(result)")
      }
    }
    #expect(try leaks() == [], "\(trick)")
  }

  @Test("an endpoint or a contact that holds a password or a line break is refused, unseen")
  func endpoints() throws {
    for endpoint in [
      "http://user:\(Self.canary)@127.0.0.1/", "https://\(Self.canary)@example.org",
    ] {
      let result = try sandbox.run(
        "account", "add", "p", "--source", "http", "--endpoint", endpoint)
      #expect(result.status != 0 && isSilent(result), "\(result)")
    }
    #expect(try leaks() == [])
  }
}
