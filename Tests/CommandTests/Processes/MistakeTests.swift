import Testing

/// What people type wrongly in their first hour, and the way out that they are told.
@Suite struct MistakeTests {
  private let sandbox = Sandbox()

  @Test(
    "a mistake is one line that says how to go on",
    arguments: [
      (["add", "The Hobbit"], 1, "--title 'The Hobbit'"),
      (["add", "9780261102218"], 1, "check the digits"),
      (["edit", "1", "title=X Y"], 2, "--set 'title=X Y'"),
      (["edit", "1", "--set", "titel=X"], 2, "did you mean title?"),
      (["edit", "1"], 2, "--add-tag"), (["lsit"], 2, "did you mean libraryctl list?"),
      (["list", "--limt", "3"], 2, "did you mean --limit?"),
      (["list", "--fields", "titel"], 2, "did you mean title?"),
      (["show"], 2, "BOOK"), (["show", "99"], 1, "`list` and `search`"),
      (["account", "add", "x"], 2, "--source open-library|file|http"),
      (["account", "use", "hom"], 1, "home"), (["export"], 2, "--format"),
      (["export", "--format", "cvs"], 2, "did you mean csv?"),
      (["import", "none.csv"], 1, "none.csv"), (["db", "restore", "none.db"], 1, "none.db"),
      (["config", "set", "timeot", "3s"], 2, "did you mean timeout?"),
      (["remove", "--query", "a"], 2, "--yes"), (["merge", "1"], 2, "BOOK BOOK"),
      (["completion", "bsh"], 2, "did you mean bash?"), (["undo", "99"], 1, "history"),
    ] as [([String], Int32, String)])
  func hint(words: [String], status: Int32, way: String) throws {
    _ = try sandbox.run("add", "--title", "A")
    let result = try sandbox.run(arguments: words)
    #expect(result.status == status && result.output.isEmpty, "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
    let parts = result.errors.split(separator: "Hint: ")
    #expect(
      result.errors.hasPrefix("libraryctl: error: ") && result.errors.contains(way), "\(result)")
    #expect(parts.count == 2, "\(result)")
  }
}
