import Testing

@testable import libraryctl

@Suite struct QueryCommandTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = Sandbox()
    for arguments in [
      ["add", "--title", "The Left Hand of Darkness", "--published", "1969", "--shelf", "read"],
      ["add", "--title", "Solaris", "--published", "1961", "--tag", "sea", "--shelf", "to-read"],
      ["add", "--title", "Dune", "--published", "1965", "--tag", "desert"],
    ] {
      #expect(try sandbox.run(arguments: arguments).status == 0)
    }
  }

  @Test("one language in list, search, edit and remove")
  func everywhere() throws {
    #expect(try sandbox.run("list", "year:1960..1969 -shelf=read", "--ids").output == "2\n3\n")
    #expect(
      try sandbox.run("list", "--ids", "--", "year>1960", "-tag:sea").output == "1\n3\n")
    #expect(try sandbox.run("list", "tag:sea OR tag:desert", "--ids").output == "2\n3\n")
    #expect(try sandbox.run("search", "--json", "tag:sea").output.contains("Solaris"))
    let edited = try sandbox.run(
      "edit", "--query", "shelf=read", "--add-tag", "done", "--yes", "--json")
    #expect(edited.status == 0)
    #expect(try sandbox.run("list", "tag=done", "--ids").output == "1\n")
    #expect(try sandbox.run("remove", "--query", "year<1965", "--yes").status == 0)
    #expect(try sandbox.run("list", "--ids").output == "1\n3\n")
  }

  @Test(
    "a bad query shows the place and ends with status 2",
    arguments: [["list"], ["search"], ["remove", "--yes", "--query"], ["sync", "--query"]])
  func caret(_ command: [String]) throws {
    let result = try sandbox.run(arguments: command + ["日本 tilte:x"])
    #expect(result.status == 2, "\(result)")
    let lines = result.errors.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(result.errors)")
    #expect(lines[0].contains("no field `tilte` (column 4 of the query)"))
    #expect(lines[1] == "  日本 tilte:x")
    #expect(lines[2] == "       ^^^^^", "wide characters take two columns")
    #expect(result.output.isEmpty)
  }

  @Test("the place in a long or hostile query is shown, and nothing that a terminal obeys")
  func excerpt() {
    let long = QueryExcerpt(String(repeating: "a ", count: 500) + "x:y", 1000..<1003)
    #expect(long.lines[0].hasSuffix("a x:y") && long.lines[0].count < 70)
    #expect(long.lines[1].hasSuffix("^^^"))
    let hostile = QueryExcerpt("\u{1B}]52;x:y", 0..<4)
    #expect(hostile.lines == ["  ^[]52;x:y", "  ^^^^^"])
    #expect(QueryExcerpt("", 0..<0).lines == ["  ", "  ^"])
  }
}
