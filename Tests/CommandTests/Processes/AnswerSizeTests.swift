import Catalogue
import LoopbackServer
import Testing

/// How large an answer of a title source may be is a setting.
@Suite struct AnswerSizeTests {
  private let sandbox = Sandbox()
  private let server: LoopbackServer

  init() throws {
    let isbn = "9780306406157"
    let filler = String(repeating: "x", count: 10_000)
    server = try LoopbackServer(editions: [
      Edition(isbn: isbn, title: "T", authors: ["A"], more: [#""excerpts": "\#(filler)""#])
    ])
    _ = try sandbox.run(
      "account", "add", "s", "--source", "open-library", "--endpoint", server.url, "--rate",
      "unlimited", "--contact", "test@example.org", "-q")
    _ = try sandbox.run("account", "use", "s")
    _ = try sandbox.run("add", isbn)
  }

  private func state() throws -> String {
    try sandbox.run("list", "--fields", "sync").output
  }

  @Test("a smaller one refuses what is larger, and says how to take it; the option goes first")
  func setting() throws {
    let refused = try sandbox.run("sync", "--max-answer", "4k")
    #expect(refused.status == 5, "\(refused)")
    #expect(refused.errors.contains("--max-answer"), "\(refused)")
    #expect(try state() == "failed\n")

    let variable = ["LIBRARYCTL_MAX_ANSWER": "4096"]
    #expect(try sandbox.run("sync", "--retry-failed", environment: variable).status == 5)
    #expect(
      try sandbox.run("sync", "--retry-failed", "--max-answer=64KiB", environment: variable).status
        == 0)
    #expect(try state() == "fetched\n")
  }

  @Test(
    "what is no size is refused before anything is asked",
    arguments: ["", "k", "-1", "2T", "1", "8MM", "9999999999G", "1.5M"])
  func wrong(text: String) throws {
    let option = try sandbox.run("sync", "--max-answer", text)
    #expect(option.status == 2, "\(option)")
    if !text.isEmpty {
      let variable = try sandbox.run("sync", environment: ["LIBRARYCTL_MAX_ANSWER": text])
      #expect(variable.status == 2, "\(variable)")
      #expect(variable.errors.contains("LIBRARYCTL_MAX_ANSWER"), "\(variable)")
    }
    #expect(server.requests.isEmpty)
  }
}
