import Glibc
import Testing

/// Files are put in their places on file systems that lack links, or a rename that replaces nothing.
@Suite(.serialized) struct OtherFileSystemTests {
  private let sandbox = Sandbox()

  /// Writes a file of each kind into a folder, never over one that is there.
  private func writeAll(
    into folder: String, _ run: ([String]) throws -> Sandbox.Result
  ) throws {
    func path(_ name: String) -> String { "\(folder)/\(name)" }
    let library = path("a.db")
    #expect(try sandbox.run("--db", library, "add", "--title", "One").status == 0)
    sandbox.write("bad.csv", "title,isbn\n,\n")
    let writers: [(name: String, words: [String], status: Int32)] = [
      ("copy.db", ["db", "backup"], 0),
      ("books.csv", ["export", "--format", "csv", "-o"], 0),
      ("failed.csv", ["import", "bad.csv", "--rejects"], 3),
    ]
    for (name, words, status) in writers {
      let written = try run(["--db", library] + words + [path(name)])
      #expect(written.status == status, "\(words): \(written)")
      let before = try sandbox.run(tool: "sha256sum", path(name)).output
      let again = try run(["--db", library] + words + [path(name)])
      #expect(again.status == 1 && again.errors.contains("exists"), "\(words): \(again)")
      #expect(try sandbox.run(tool: "sha256sum", path(name)).output == before)
    }
    #expect(try sandbox.run("--db", library, "add", "--title", "Two").status == 0)
    let restored = try run(["--db", library, "db", "restore", path("copy.db"), "--yes"])
    #expect(restored.status == 0, "\(restored)")
    #expect(try sandbox.run("--db", library, "list", "--ids").output == "1\n")
    let names = try sandbox.run(tool: "ls", "-A", folder).lines
    let kept = try #require(names.first { $0.contains("before-restore") })
    #expect(try sandbox.run("--db", path(kept), "list", "--ids").lines.count == 2)
    #expect(!names.contains { $0.contains(".libraryctl-") }, "\(names)")
    #expect(!names.contains { $0.contains(":") }, "FAT has no colons in names")
  }

  @Test(
    "a system call that the file system does not have is done without",
    .enabled(if: Tool.canTrace, "strace cannot be used here"),
    arguments: [
      ["link,linkat:error=EPERM"], ["renameat2:error=EINVAL"],
      ["renameat2:error=EINVAL", "link,linkat:error=EPERM"],
      ["renameat2:error=ENOSYS", "link,linkat:error=EOPNOTSUPP"],
    ])
  func withoutCalls(_ faults: [String]) throws {
    _ = try sandbox.run(tool: "mkdir", "disk")
    try writeAll(into: "disk") { words in
      let options = ["-f", "-qq", "-o", sandbox.path("trace"), "-e", "trace=renameat2,link,linkat"]
      let injected = faults.flatMap { ["-e", "inject=\($0)"] }
      return try sandbox.start("strace", options + injected + [Sandbox.program] + words).wait()
    }
  }

  @Test("a disk with the file system FAT", arguments: ["vfat", "exfat"])
  func fat(_ type: String) throws {
    let made = try sandbox.run(
      tool: "sh", "-c",
      """
      PATH=$PATH:/usr/sbin:/sbin
      dd if=/dev/zero of=image bs=1M count=16 2>/dev/null && mkfs.\(type) image >/dev/null \
        && mkdir disk && mount -o loop -t \(type) image disk
      """)
    guard made.status == 0 else {
      print("skipped: \(type) cannot be mounted here (\(made.errors))")
      return
    }
    defer { _ = try? sandbox.run(tool: "umount", "disk") }
    try writeAll(into: "disk") { try sandbox.run(arguments: $0) }
  }
}
