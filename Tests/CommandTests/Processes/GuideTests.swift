import Testing

@testable import libraryctl

/// docs/guide.md, done from its first line to its last.
@Suite struct GuideTests {
  /// A command of the guide with what it prints there.
  private struct Step {
    let line: Int
    let command: String
    var expected: [String] = []
  }

  private let sandbox = Sandbox()

  @Test(
    "every command of the guide prints what the guide says", .enabled(if: Tool.isThere("script")))
  func guide() throws {
    let steps = try steps()
    #expect(steps.count > 40, "else the guide is not read rightly")
    let made = try sandbox.run(
      tool: "sh", "-c",
      "cp -r \(Project.path("Samples")) . && mkdir bin && ln -s \(Sandbox.program) bin/libraryctl")
    #expect(made.status == 0, "\(made)")
    for step in steps {
      let printed = try run(step.command)
      let expected = step.expected.map(stable)
      guard !matches(printed[...], expected[...]) else { continue }
      Issue.record(
        """
        docs/guide.md:\(step.line): \(step.command)
        prints:
        \(printed.joined(separator: "\n"))
        and the guide says:
        \(expected.joined(separator: "\n"))
        """)
      // What follows builds on it.
      return
    }
  }

  @Test("what the guide links to is there")
  func links() throws {
    for page in ["guide.md"] {
      let text = try Project.text("docs/\(page)")
      let links = text.matches(of: /\]\(([^)#:]+)\)/).map { String($0.output.1) }
      #expect(!links.isEmpty)
      for link in links {
        #expect(sandbox.isThere(Project.path("docs/\(link)")), "docs/\(page) links to \(link)")
      }
    }
  }

  /// The commands of the blocks of the kind `console`; there is no other kind, so that every command
  /// is run.
  private func steps() throws -> [Step] {
    var steps: [Step] = []
    var isInBlock = false
    let lines = try Project.text("docs/guide.md")
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        isInBlock.toggle()
        #expect(line == (isInBlock ? "```console" : "```"), "docs/guide.md:\(index + 1)")
      } else if isInBlock, line.hasPrefix("$ ") {
        steps.append(Step(line: index + 1, command: String(line.dropFirst(2))))
      } else if isInBlock {
        #expect(!steps.isEmpty, "docs/guide.md:\(index + 1): output without a command")
        if !steps.isEmpty { steps[steps.count - 1].expected.append(String(line)) }
      }
    }
    return steps
  }

  /// What a person sees on a terminal of 80 columns, line by line.
  private func run(_ command: String) throws -> [String] {
    let environment = [
      "PATH": "\(sandbox.path("bin")):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
      "NO_COLOR": "1", "TERM": "xterm", "SHELL": "/bin/sh",
    ]
    let result = try sandbox.start(
      "script", ["-qec", "stty cols 80 rows 24 -echo; \(command)", "/dev/null"], input: "",
      environment: environment
    ).wait()
    // A slow machine shows how far it is, in a line that is taken away again.
    let text = result.output.replacing(/\r\u{1B}\[K[^\r\n]*(?=\r)/, with: "")
      .replacing("\r\u{1B}[K", with: "").replacing("\r\n", with: "\n")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map(stable)
  }

  /// A line without what differs from run to run: the home folder, times of day and ids.
  private func stable(_ line: String) -> String {
    line.replacing(sandbox.directory, with: "/home/you")
      .replacing(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\dZ/, with: "2026-11-30T09:00:00.000Z")
      .replacing(/20\d\d-\d\d-\d\dT\d\d\.\d\d\.\d\d\.\d\d\dZ/, with: "2026-11-30T09.00.00.000Z")
      .replacing(
        /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "an id of a book")
  }

  /// Whether lines are what was expected; `…` alone stands for any lines.
  private func matches(_ lines: ArraySlice<String>, _ expected: ArraySlice<String>) -> Bool {
    guard let next = expected.first else { return lines.isEmpty }
    let rest = expected.dropFirst()
    if next == "…" {
      return (lines.startIndex...lines.endIndex).contains { matches(lines[$0...], rest) }
    }
    return lines.first == next && matches(lines.dropFirst(), rest)
  }
}
