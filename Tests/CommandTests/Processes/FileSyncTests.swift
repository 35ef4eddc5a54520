import Testing

@Suite(.enabled(if: Tool.canTrace, "strace cannot be used here"))
struct FileSyncTests {
  private let sandbox = Sandbox()

  @Test(
    "a file is on disk before it gets its name, and its folder after",
    arguments: [
      ["export", "--format", "csv", "-o", "books.csv"],
      ["export", "--format", "csv", "--force", "-o", "there.csv"],
      ["db", "backup", "copy.db"], ["import", "bad.csv", "--rejects", "failed.csv"],
      ["config", "set", "wait", "7"],
    ])
  func order(_ words: [String]) throws {
    _ = try sandbox.run("add", "--title", "One")
    _ = try sandbox.run("config", "set", "wait", "5")
    sandbox.write("there.csv", "old")
    sandbox.write("bad.csv", "title,isbn\n,\n")
    let options = [
      "-f", "-qq", "-y", "-o", sandbox.path("trace"), "-e",
      "trace=fsync,rename,renameat,renameat2", Sandbox.program,
    ]
    _ = try sandbox.start("strace", options + words).wait()
    let lines = try #require(sandbox.read(sandbox.path("trace"))).split(separator: "\n")
    let rename = try #require(lines.firstIndex { $0.contains("rename") }, "\(words): \(lines)")
    #expect(
      lines[..<rename].contains { $0.contains("fsync") && $0.contains(".libraryctl-") },
      "\(words): \(lines)")
    #expect(
      lines[rename...].contains {
        $0.contains("fsync") && !$0.contains(".libraryctl-") && $0.hasSuffix("= 0")
      }, "\(words): \(lines)")
  }
}
