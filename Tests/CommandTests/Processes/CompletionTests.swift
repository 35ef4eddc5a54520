import Testing

@testable import libraryctl

@Suite struct CompletionTests {
  private let sandbox = Sandbox()

  /// What bash offers for a line, the last word being the one that is completed.
  private func offered(_ words: String...) throws -> [String] {
    let script = try sandbox.run("completion", "bash").output
    sandbox.write("complete.bash", script)
    let line = words.map { ShellWord($0).description }.joined(separator: " ")
    sandbox.write(
      "try.bash",
      """
      libraryctl() { \(ShellWord(Sandbox.program)) "$@"; }
      source ./complete.bash
      COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
      _libraryctl
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    let result = try sandbox.run(tool: "bash", "try.bash")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    return result.lines
  }

  @Test("bash completes commands, options, their values, files and accounts")
  func bash() throws {
    #expect(try offered("libraryctl", "acc") == ["account"])
    #expect(try offered("libraryctl", "account", "re") == ["rename", "remove"])
    #expect(try offered("libraryctl", "-q", "account", "remove", "--del") == ["--delete-books"])
    #expect(try offered("libraryctl", "import", "x", "--on-duplicate", "u") == ["update"])
    #expect(try offered("libraryctl", "list", "--color", "a") == ["auto", "always"])
    #expect(try offered("libraryctl", "list", "--color", "=", "n") == ["never"])
    #expect(try offered("libraryctl", "list", "--color", "=") == ["auto", "always", "never"])
    #expect(try offered("libraryctl", "import", "complete.b") == ["complete.bash"])
    #expect(try offered("libraryctl", "config", "get", "ti") == ["timeout"])
    #expect(try offered("libraryctl", "help", "se") == ["search"])
    _ = try sandbox.run("account", "add", "work", "--source", "open-library")
    #expect(try offered("libraryctl", "account", "use", "w") == ["work"])
    #expect(try offered("libraryctl", "list", "--account", "w") == ["work"])
    #expect(try offered("libraryctl", "search", "add", "--li") == ["--limit"])
  }

  @Test("bash reads the script", arguments: ["bash"])
  func syntax(_ shell: String) throws {
    sandbox.write("script", try sandbox.run("completion", shell).output)
    let result = try sandbox.run(tool: shell, "-n", "script")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
  }

  @Test(
    "zsh and fish read theirs",
    .enabled(if: Tool.isThere("zsh") && Tool.isThere("fish"), "zsh and fish are not both installed"))
  func otherShells() throws {
    for shell in ["zsh", "fish"] {
      sandbox.write(shell, try sandbox.run("completion", shell).output)
      let result = try sandbox.run(tool: shell, "-n", shell)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    }
  }

  @Test(
    "every command and every option is in each script", arguments: CompletionCommand.Shell.allCases)
  func whole(_ shell: CompletionCommand.Shell) throws {
    let script = try sandbox.run("completion", shell.rawValue).output
    for (path, command) in Program.root.family {
      if let name = path.last { #expect(script.contains(name), "\(path)") }
      for option in command.options {
        #expect(
          script.contains(shell == .fish ? "-l \(option.name) " : "--\(option.name)"),
          "\(path) \(option.name)")
      }
    }
    #expect(try sandbox.run("completion", "bsh").errors.contains("did you mean bash"))
  }
}
