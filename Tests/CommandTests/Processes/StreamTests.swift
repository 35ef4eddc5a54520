import Glibc
import Testing

@testable import libraryctl

/// Readers that go away, streams that are closed, terminals that are none.
@Suite struct StreamTests {
  private let sandbox = Sandbox()

  private func shell(_ line: String) throws -> Sandbox.Result {
    try sandbox.run(tool: "bash", "-c", line.replacing("libraryctl", with: Sandbox.program))
  }

  private func addMany() throws {
    sandbox.write(
      "many.csv", "isbn,title\n" + (1...3000).map { ",Title number \($0)\n" }.joined())
    #expect(try sandbox.run("import", "many.csv").status == 0)
  }

  @Test("a reader that has seen enough ends a command quietly, with status 0")
  func head() throws {
    try addMany()
    for command in [
      "list", "list --json", "list --ids", "search title", "export --format csv", "history",
      "db schema", "help list",
    ] {
      let result = try shell("libraryctl \(command) | head -n 1; echo ${PIPESTATUS[0]}")
      #expect(result.errors.isEmpty, "\(command): \(result)")
      #expect(result.output.utf8.count { $0 == 10 } == 2, "\(command): \(result)")
      #expect(result.output.utf8.suffix(3).elementsEqual("\n0\n".utf8), "\(command): \(result)")
    }
  }

  @Test("with standard error closed, a command does its work and says it by its status")
  func closedErrors() throws {
    #expect(try shell("libraryctl add --title A 2>&-; echo $?").output == "1\n0\n")
    #expect(try shell("libraryctl edit 1 --add-tag t 2>&-; echo $?").output == "1\n0\n")
    #expect(try shell("libraryctl show 9 2>&-; echo $?").output == "1\n")
    #expect(try shell("libraryctl lsit 2>&-; echo $?").output == "2\n")
    #expect(try sandbox.run("db", "check").status == 0)
  }

  @Test("with standard input closed, nothing hangs, and nothing is taken for an answer")
  func closedInput() throws {
    _ = try sandbox.run("add", "--title", "A")
    for (command, status) in [
      ("list", 0), ("remove --query a", 2), ("trash empty", 0), ("import -", 1),
      ("edit --ids - --add-tag t", 1), ("remove --ids - --yes", 1),
    ] {
      let result = try shell("libraryctl \(command) <&- >/dev/null; echo $?")
      #expect(result.output == "\(status)\n", "\(command): \(result)")
    }
    #expect(try sandbox.run("list", "--ids").output == "1\n")
  }

  @Test("without a terminal of its own, a command that would ask says how to go on")
  func noTerminal() throws {
    _ = try sandbox.run("add", "--title", "A")
    let result = try sandbox.run(
      tool: "setsid", "-w", Sandbox.program, "remove", "--query", "a", input: "y\n")
    #expect(result.status == 2 && result.errors.contains("--yes"), "\(result)")
  }

  @Test("a dumb terminal gets no control sequence")
  func dumb() throws {
    _ = try sandbox.run("add", "--title", "A")
    let line = "TERM=dumb \(Sandbox.program) list"
    let result = try sandbox.run(tool: "script", "-qec", line, "/dev/null", input: "")
    #expect(result.output.contains("TITLE") && !result.output.contains("\u{1B}"), "\(result)")
  }

  @Test("output is the same in every locale")
  func locale() throws {
    _ = try sandbox.run("add", "--title", "Übergänge – 日本", "--author", "Şafak", "--rating", "4.5")
    for command in [["list"], ["show", "1"], ["list", "--json"], ["stats"], ["search", "safak"]] {
      let outputs = try ["C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "POSIX", ""].map {
        try sandbox.run(arguments: command, environment: ["LC_ALL": $0, "LANG": $0]).output
      }
      #expect(Set(outputs).count == 1 && outputs[0].contains("bergänge") || command == ["stats"])
    }
  }

  @Test("a terminal of 20 columns gets lines that fit")
  func narrow() throws {
    try addMany()
    for command in ["list --limit 300", "search number --limit 3", "history", "status", "stats"] {
      let line = "stty cols 20 -echo; \(Sandbox.program) -q --color never \(command)"
      let result = try sandbox.run(tool: "script", "-qec", line, "/dev/null", input: "")
      #expect(result.status == 0, "\(result)")
      for line in result.output.split(separator: "\r\n") {
        #expect(DisplayWidth.columns(of: String(line)) <= 20, "\(command): \(line)")
      }
    }
  }
}
