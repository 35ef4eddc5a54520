import Testing

@testable import libraryctl

@Suite struct HelpTests {
  @Test("every command has a summary, an example first, and help that fits 80 columns")
  func everyCommand() {
    for (path, command) in Program.root.family {
      let text = Help.text(path: path, command: command)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(!command.examples.isEmpty, "\(path)")
      #expect(lines.count > 3 && lines[2] == "Examples:", "\(path)")
      for line in lines where line.count > 80 { Issue.record("too long: \(line)") }
      #expect(!command.summary.hasSuffix("."), "\(path)")
      for example in command.examples {
        #expect(example.line.contains("libraryctl "), "\(example.line)")
      }
    }
  }

  @Test("no command declares an option twice, or one that all commands have")
  func optionsDiffer() {
    for (path, command) in Program.root.family {
      let options = command.options + GlobalOptions.all
      #expect(Set(options.map(\.name)).count == options.count, "\(path)")
      let letters = options.compactMap(\.letter)
      #expect(Set(letters).count == letters.count, "\(path)")
    }
  }

  @Test("only what is near is suggested")
  func suggestions() {
    let names = ["add", "import", "list", "search", "remove", "restore"]
    #expect(Suggestion.nearest(to: "imprt", among: names) == "import")
    #expect(Suggestion.nearest(to: "serach", among: names) == "search")
    #expect(Suggestion.nearest(to: "restroe", among: names) == "restore")
    #expect(Suggestion.nearest(to: "LIST", among: names) == "list")
    #expect(Suggestion.nearest(to: "frobnicate", among: names) == nil)
    #expect(Suggestion.nearest(to: "", among: names) == nil)
  }
}
