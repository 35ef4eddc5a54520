import Testing

@testable import libraryctl

@Suite struct DryRunTests {
  private let sandbox = Sandbox()

  /// Everything in the sandbox: what is in the library, and each file beside it.
  private func everything() throws -> String {
    let files = try sandbox.run(
      tool: "sh", "-c",
      """
      find . -type f ! -name 'library.db*' ! -name 'stdin-*' ! -name 'stdout-*' \
        ! -name 'stderr-*' -exec sha256sum {} + | sort -k 2
      """)
    return try sandbox.dump() + files.output
  }

  @Test("every command that writes has --dry-run, which writes nothing; no other one writes")
  func everyCommand() throws {
    #expect(EveryCommand.missing.isEmpty, "each command needs a line in EveryCommand")
    try EveryCommand.prepare(sandbox, endpoint: "http://127.0.0.1:9")
    var before = try everything()
    var writing: Set<String> = []
    for line in EveryCommand.offline {
      guard case .run(let invocation) = try Parser.request(line.words, root: Program.root) else {
        continue
      }
      let isTried = invocation.command.options.contains { $0.name == "dry-run" }
      // Without these options there is nothing that a trial could leave out.
      let writes = ["export": "-o", "check": "--fix"][invocation.command.name]
      if isTried, writes.map({ line.words.contains($0) }) ?? true {
        let result = try sandbox.run(arguments: line.words + ["--dry-run"])
        #expect(result.status == 0, "\(line): \(result)")
        #expect(try everything() == before, "\(line) --dry-run has written")
      }
      let result = try sandbox.run(arguments: line.words)
      #expect(result.status == 0, "\(line): \(result)")
      let after = try everything()
      if after != before {
        #expect(isTried, "\(line) writes and has no --dry-run")
        writing.insert(invocation.path.joined(separator: " "))
      }
      before = after
    }
    // Else the lines, or the comparison, prove nothing.
    #expect(writing.isSuperset(of: ["add", "edit", "import", "config set", "db backup", "export"]))
  }

  @Test("a backup that could not be written is refused in a trial, too")
  func backup() throws {
    _ = try sandbox.run("add", "--title", "A")
    sandbox.write("there.db", "x")
    for file in ["there.db", "nowhere/copy.db"] {
      let trial = try sandbox.run("db", "backup", file, "--dry-run")
      #expect(trial.status == 1 && trial.errors.contains(file), "\(trial)")
    }
    let trial = try sandbox.run("db", "backup", "copy.db", "--dry-run")
    #expect(trial.status == 0 && trial.errors.contains("would back up"), "\(trial)")
    #expect(!sandbox.exists("copy.db"))
  }
}
