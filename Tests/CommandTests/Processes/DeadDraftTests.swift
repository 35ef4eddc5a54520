import Files
import Glibc
import Testing

/// What an interrupted backup or restore was writing is taken away: at once after a signal that asks,
/// by the next run after a kill.
@Suite(.serialized) struct DeadDraftTests {
  private let sandbox = Sandbox()

  /// The files beside the library that are drafts, or belong to one.
  private func drafts() throws -> [String] {
    try sandbox.run(tool: "ls", "-A").lines.filter { $0.contains(".libraryctl-") }
  }

  /// Makes a library with more pages than are copied at once.
  private func makeLibrary(megabytes: Int) throws {
    #expect(try sandbox.run("--db", "a.db", "add", "--title", "One").status == 0)
    let filled = try sandbox.run(
      tool: "sqlite3", "a.db",
      "CREATE TABLE filling (a); INSERT INTO filling VALUES (randomblob(\(megabytes << 20)));")
    #expect(filled.status == 0)
  }

  private func trace(
    _ calls: String, _ accident: String, _ words: [String]
  ) throws -> Sandbox.Result {
    let options = [
      "-f", "-qq", "-o", sandbox.path("trace"), "-e", "trace=\(calls)", "-e",
      "inject=\(calls):\(accident)", Sandbox.program,
    ]
    return try sandbox.start("strace", options + ["--db", "a.db"] + words).wait()
  }

  @Test(
    "a backup that is killed leaves what the next run removes",
    .enabled(if: Tool.canTrace, "strace cannot be used here"))
  func killedBackup() throws {
    try makeLibrary(megabytes: 1)
    // The copy's pages, its last sync, and the rename.
    for (call, number) in [("pwrite64", 40), ("fsync", 1), ("renameat2", 1)] {
      let result = try trace(call, "signal=KILL:when=\(number)", ["db", "backup", "copy.db"])
      #expect(result.status == 137, "\(call): \(result)")
      let left = try drafts()
      #expect(left.contains { $0.hasPrefix(".copy.db.libraryctl-") }, "\(call): \(left)")
      #expect(!sandbox.exists("copy.db"))
      let next = try sandbox.run("--db", "a.db", "db", "backup", "other-\(call).db")
      #expect(next.status == 0, "\(next)")
      #expect(try drafts() == [])
    }
  }

  @Test(
    "a restore that is killed leaves what the next run that writes removes",
    .enabled(if: Tool.canTrace, "strace cannot be used here"))
  func killedRestore() throws {
    try makeLibrary(megabytes: 1)
    #expect(try sandbox.run("--db", "a.db", "db", "backup", "copy.db").status == 0)
    for number in [40, 600] {
      let result = try trace(
        "pwrite64", "signal=KILL:when=\(number)", ["db", "restore", "copy.db", "--yes"])
      #expect(result.status == 137, "\(result)")
      #expect(try !drafts().isEmpty)
      let next = try sandbox.run("--db", "a.db", "edit", "1", "--set", "title=Two")
      #expect(next.status == 0, "\(next)")
      #expect(try drafts() == [])
      #expect(try sandbox.run("--db", "a.db", "list", "--ids").output == "1\n")
    }
  }

  @Test(
    "a backup or a restore that is asked to stop leaves nothing, and ends with 130",
    .enabled(if: Tool.canTrace, "strace cannot be used here"), arguments: ["INT", "TERM"])
  func stopped(_ signal: String) throws {
    try makeLibrary(megabytes: 8)
    let backup = try trace("pwrite64", "signal=\(signal):when=40", ["db", "backup", "copy.db"])
    #expect(backup.status == 130 && backup.errors.contains("Hint: "), "\(backup)")
    #expect(try drafts() == [])
    #expect(!sandbox.exists("copy.db"))
    #expect(try sandbox.run("--db", "a.db", "db", "backup", "copy.db").status == 0)
    let before = try sandbox.run(tool: "sha256sum", "a.db").output
    // In the copy of what is there, and in the copy of the backup.
    for number in [40, 2_200] {
      let restore = try trace(
        "pwrite64", "signal=\(signal):when=\(number)", ["db", "restore", "copy.db", "--yes"])
      #expect(restore.status == 130, "\(number): \(restore)")
      #expect(try drafts() == [])
      #expect(try sandbox.run(tool: "sha256sum", "a.db").output == before)
    }
  }

  @Test("a draft that is being written stays, and so does a file of the user's with such a name")
  func living() throws {
    #expect(try sandbox.run("--db", "a.db", "add", "--title", "One").status == 0)
    let draft = try DraftFile(
      Placement(sandbox.path("books.csv"), replaces: false, mode: 0o600, sparing: .nothing))
    sandbox.write(".notes.libraryctl-0123456789ab", "mine")
    for words in [["add", "--title", "Two"], ["db", "backup", "copy.db"]] {
      #expect(try sandbox.run(arguments: ["--db", "a.db"] + words).status == 0)
    }
    #expect(sandbox.isThere(draft.path))
    #expect(sandbox.exists(".notes.libraryctl-0123456789ab"))
    draft.discard()
    #expect(try drafts() == [".notes.libraryctl-0123456789ab"])
  }
}
