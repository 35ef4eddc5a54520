import Testing

@Suite struct TerminalProcessTests {
  private let sandbox = Sandbox()

  /// Runs a command line on a terminal of so many columns, with what a person types.
  private func onTerminal(
    _ command: String, columns: Int = 60, typing input: String = ""
  ) throws -> Sandbox.Result {
    let line = "stty cols \(columns) -echo; \(Sandbox.program) \(command)"
    return try sandbox.run(tool: "script", "-qec", line, "/dev/null", input: input)
  }

  private func lines(_ result: Sandbox.Result) -> [String] {
    result.output.split(separator: "\r\n").map(String.init)
  }

  @Test("a terminal gets a table that fits it, with wide and combining characters aligned")
  func table() throws {
    _ = try sandbox.run("add", "--title", "日本語の長い題名日本語の長い題名日本語の長い題名")
    _ = try sandbox.run("add", "--title", "Cafe\u{301}", "--author", "A. Writer")
    _ = try sandbox.run(
      "add", "--title", String(repeating: "long ", count: 30), "--author", "Someone Else")
    let lines = lines(try onTerminal("list --color never"))
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("NUMBER  ISBN"))
    for line in lines {
      // Each of these characters takes two columns.
      let wide = line.unicodeScalars.count { $0.value >= 0x3000 }
      #expect(line.count + wide <= 60, "\(line)")
    }
    #expect(lines[1].contains("…"))
    #expect(lines[3].contains("…"))
  }

  @Test("what a terminal would obey is shown, in tables, fields and JSON")
  func neutralised() throws {
    _ = try sandbox.run("add", "--title", "a\u{1B}]0;title\u{7}\u{202E}b\u{9B}c")
    for command in ["list", "show 1", "list --json", "list --jsonl", "search a"] {
      let output = try onTerminal(command + " --color never", columns: 200).output
      #expect(output.contains("title"), "\(command)")
      for scalar in output.unicodeScalars {
        let isHarmless = scalar == "\r" || scalar == "\n" || scalar.value >= 0x20
        #expect(isHarmless && scalar != "\u{9B}" && scalar != "\u{202E}", "\(command)")
      }
    }
    let error = try sandbox.run("show", "\u{1B}[31m")
    #expect(error.status == 1)
    #expect(!error.errors.contains("\u{1B}"))
  }

  @Test("colour only on a terminal that wants it")
  func color() throws {
    _ = try sandbox.run("add", "--title", "A")
    #expect(try onTerminal("list --color always").output.contains("\u{1B}[1m"))
    let plain = "NO_COLOR=1 TERM=xterm \(Sandbox.program) list"
    #expect(
      try !sandbox.run(tool: "script", "-qec", plain, "/dev/null").output.contains("\u{1B}"))
    #expect(try !sandbox.run("list").output.contains("\u{1B}"))
  }

  @Test("a person is asked before many books go, and a no keeps them")
  func question() throws {
    _ = try sandbox.run("add", "--title", "Old one")
    _ = try sandbox.run("add", "--title", "Old two")
    let no = try onTerminal("remove --query old", typing: "n\n")
    #expect(no.output.contains("remove 2 books"))
    #expect(no.status == 1)
    #expect(try sandbox.run("list", "--ids").lines.count == 2)
    #expect(try onTerminal("remove --query old --no-input", typing: "y\n").status == 2)
    #expect(try onTerminal("remove --query old", typing: "y\n").status == 0)
    #expect(try sandbox.run("list", "--ids").lines.isEmpty)
  }

  @Test("a reader that goes away ends a list quietly")
  func closedPipe() throws {
    let titles = (1...3000).map { "Title number \($0)\n" }.joined()
    sandbox.write("titles.txt", titles)
    let result = try sandbox.run(
      tool: "sh", "-c", "\(Sandbox.program) help | true; \(Sandbox.program) --help | head -1")
    #expect(result.errors.isEmpty)
    #expect(result.lines.count == 1)
  }
}
