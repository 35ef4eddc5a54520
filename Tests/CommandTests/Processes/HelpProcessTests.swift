import Testing

@testable import libraryctl

@Suite struct HelpProcessTests {
  private let sandbox = Sandbox()

  @Test("--version is one line, and makes and opens nothing")
  func version() throws {
    let result = try sandbox.run("--version")
    #expect(result.output == "libraryctl \(Program.version)\n")
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
    #expect(!sandbox.exists(".local"))
  }

  @Test("no arguments show the short help with status 0")
  func shortHelp() throws {
    let result = try sandbox.run()
    #expect(result.status == 0)
    #expect(result.output.contains("libraryctl --help"))
    #expect(result.errors.isEmpty)
  }

  @Test("every command's --help is on standard output with status 0 and equals help COMMAND")
  func everyHelp() throws {
    for command in Program.root.subcommands where command.name != "help" {
      let paths = [[command.name]] + command.subcommands.map { [command.name, $0.name] }
      for path in paths {
        let result = try sandbox.run(arguments: path + ["--help"])
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.output.contains("\nExamples:\n"))
        #expect(try sandbox.run(arguments: ["help"] + path).output == result.output)
      }
    }
  }

  @Test("an unknown command or option is status 2, on standard error, in one line")
  func unknown() throws {
    for arguments in [["hepl"], ["--vresion"]] {
      let result = try sandbox.run(arguments: arguments)
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("libraryctl: error: unknown "))
      #expect(result.errors.contains("did you mean"))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("a closed standard output is an error, and nothing is printed into another file")
  func closedOutput() throws {
    let result = try sandbox.run(
      tool: "sh", "-c", "\(Sandbox.program) add 9780261102217 >&-; echo $?")
    #expect(result.output == "1\n")
    #expect(result.errors.contains("standard output"))
    let check = try sandbox.run(
      tool: "sqlite3", ".local/share/libraryctl/library.db", "PRAGMA integrity_check")
    #expect(check.output == "ok\n")
  }

  @Test("a full device for standard output is an error, and no trace")
  func fullDevice() throws {
    let result = try sandbox.start(Sandbox.program, ["--help"], output: "/dev/full").wait()
    #expect(result.status == 1)
    #expect(result.errors.contains("No space left on device"))
  }
}
