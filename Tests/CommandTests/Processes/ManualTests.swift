import Testing

@testable import libraryctl

@Suite struct ManualTests {
  private let sandbox = Sandbox()

  @Test("every command has a page that says what its help says")
  func agrees() throws {
    _ = try sandbox.run(tool: "mkdir", "man")
    #expect(try sandbox.run("help", "--man", "man").status == 0)
    for (path, command) in Program.root.family {
      let name = (["libraryctl"] + path).joined(separator: "-") + ".1"
      let page = try #require(sandbox.read(sandbox.path("man/\(name)")), "\(name)")
      let plain = page.replacing("\\-", with: "-").replacing("\\e", with: "\\")
        .replacing("\\(ga", with: "`").replacing("\\&", with: "")
        .replacing("\n.br\n", with: "\n").replacing("\n.PP\n", with: "\n\n")
      #expect(plain.contains(command.summary), "\(name)")
      #expect(plain.contains(command.about), "\(name)")
      #expect(plain.contains(Help.usage(path: path, command: command)), "\(name)")
      for example in command.examples { #expect(plain.contains(example.line), "\(name)") }
      for option in command.options + GlobalOptions.all {
        #expect(plain.contains("--\(option.name)") && plain.contains(option.help), "\(name)")
      }
    }
    #expect(try sandbox.run("help", "--man", "nowhere").status == 1)
  }

  @Test(
    "groff sets every page without a warning",
    .enabled(if: Tool.isThere("groff"), "groff is not installed"))
  func sets() throws {
    for (path, command) in Program.root.family {
      let page = ManualPage(path: path, command: command)
      sandbox.write("page", page.text)
      let result = try sandbox.run(tool: "groff", "-man", "-ww", "-Tutf8", "-Kutf8", "page")
      #expect(result.status == 0 && result.errors.isEmpty, "\(page.name): \(result.errors)")
      #expect(result.output.contains("LIBRARYCTL"))
    }
  }
}
