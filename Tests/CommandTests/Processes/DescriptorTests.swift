import Testing

@Suite struct DescriptorTests {
  private let sandbox = Sandbox()

  @Test("where few files may be open, a command works or says so in one line", arguments: [4...40])
  func few(_ limits: ClosedRange<Int>) throws {
    #expect(try sandbox.run("add", "--title", "One").status == 0)
    var refused = 0
    for limit in limits {
      for words in ["add --title Two", "list", "account list", "sync", "export --format csv"] {
        let result = try sandbox.run(
          tool: "sh", "-c", "ulimit -n \(limit); exec \(Sandbox.program) \(words)")
        // A run that the loader or the shell ends has not begun.
        guard result.status != 127, result.status != 126 else { continue }
        #expect(result.status < 128, "\(limit) \(words): \(result)")
        guard result.status != 0, result.errors.contains("too few files") else { continue }
        #expect(result.status == 1 && result.errors.contains("ulimit -n 256"), "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
        refused += 1
      }
    }
    #expect(refused > 0)
    #expect(try sandbox.run("list").status == 0)
  }
}
