import Glibc
import Testing

/// Databases that are not as they should be: each gets one line that says what, where and the way
/// out, and the right status.
@Suite struct BadDatabaseTests {
  private let sandbox = Sandbox()

  private func expect(
    _ result: Sandbox.Result, status: Int32, _ words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == status, "\(result)", sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, sourceLocation: sourceLocation)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(result)", sourceLocation: sourceLocation)
    #expect(result.errors.contains("Hint: "), "\(result)", sourceLocation: sourceLocation)
    for word in words {
      #expect(result.errors.contains(word), "\(result)", sourceLocation: sourceLocation)
    }
  }

  @Test("the database of another program is refused and left as it is")
  func otherProgram() throws {
    _ = try sandbox.run(tool: "sqlite3", "other.db", "CREATE TABLE t(a); INSERT INTO t VALUES(1)")
    let before = sandbox.read(sandbox.path("other.db"))
    expect(try sandbox.run("--db", "other.db", "list"), status: 1, "other.db", "another program")
    expect(try sandbox.run("--db", "other.db", "add", "9780261102217"), status: 1, "other.db")
    #expect(sandbox.read(sandbox.path("other.db")) == before)
  }

  @Test("a file that is no database is refused")
  func noDatabase() throws {
    sandbox.write("text.db", String(repeating: "This is a letter to my sister.\n", count: 100))
    expect(try sandbox.run("--db", "text.db", "list"), status: 1, "text.db")
    expect(try sandbox.run("--db", "text.db", "add", "9780261102217"), status: 1, "text.db")
    expect(try sandbox.run("--db", sandbox.directory, "list"), status: 1, "directory")
    sandbox.write("short.db", "Dear sister,\n")
    for file in ["text.db", "short.db"] {
      for command in [["list"], ["status"], ["add", "--title", "A"], ["db", "check"]] {
        let result = try sandbox.run(arguments: ["--db", file] + command)
        #expect(result.status == 1)
        #expect(
          result.errors.contains(
            "this is not a library: it is no SQLite database (\(file)). Hint: "),
          "\(result)")
      }
    }
  }

  @Test("each command of db refuses what is not a file, and never waits for it")
  func oddFiles() throws {
    #expect(mkfifo(sandbox.path("pipe"), 0o600) == 0)
    sandbox.write("empty", "")
    #expect(try sandbox.run("--db", "good.db", "add", "--title", "A").status == 0)
    let commands = [["check"], ["check", "--fix"], ["schema"], ["optimize"], ["backup", "b.db"]]
    for file in ["pipe", "/dev/null", ".", "empty", "file:good.db"] {
      for command in commands {
        expect(
          try sandbox.run(arguments: ["--db", file, "db"] + command), status: 1, file)
      }
      expect(try sandbox.run("--db", "good.db", "db", "restore", file, "--yes"), status: 1, file)
      expect(try sandbox.run("--db", "new.db", "db", "restore", file, "--yes"), status: 1, file)
      if file == "empty" || file.hasPrefix("file:") { continue }
      expect(
        try sandbox.run("--db", "good.db", "db", "backup", file, "--force"), status: 1, file)
    }
    #expect(!sandbox.exists("new.db") && !sandbox.exists("b.db"), "nothing was made")
    #expect(try sandbox.run("--db", "good.db", "list", "--ids").output == "1\n")
  }

  @Test("a library that is too damaged to be replaced is moved away, as the message says")
  func damagedBeforeRestore() throws {
    #expect(try sandbox.run("--db", "good.db", "add", "--title", "A").status == 0)
    #expect(try sandbox.run("--db", "good.db", "db", "backup", "copy.db").status == 0)
    sandbox.write("good.db", String(repeating: "x", count: 8192))
    expect(
      try sandbox.run("--db", "good.db", "db", "restore", "copy.db", "--yes"), status: 1,
      "good.db", "move it away")
    #expect(try sandbox.run(tool: "sh", "-c", "mkdir away && mv good.db* away").status == 0)
    #expect(try sandbox.run("--db", "good.db", "db", "restore", "copy.db", "--yes").status == 0)
    #expect(try sandbox.run("--db", "good.db", "list", "--ids").output == "1\n")
  }

  @Test("a newer schema is refused plainly")
  func newerSchema() throws {
    _ = try sandbox.run("--db", "a.db", "add", "9780261102217")
    _ = try sandbox.run(tool: "sqlite3", "a.db", "PRAGMA user_version = 9999")
    expect(try sandbox.run("--db", "a.db", "list"), status: 1, "a.db", "9999")
    expect(try sandbox.run("--db", "a.db", "add", "9780261102217"), status: 1, "a.db", "9999")
  }

  @Test("a database that another program holds locked is status 6, for writing only")
  func locked() throws {
    _ = try sandbox.run("--db", "a.db", "add", "9780261102217")
    // The shell holds the write lock while the program runs as its child.
    let script = """
      BEGIN IMMEDIATE;
      .shell \(Sandbox.program) --db a.db --wait 0.2 add 9780261102217 2>write.txt; echo $? >write.status
      .shell \(Sandbox.program) --db a.db list --ids >read.txt 2>read.errors; echo $? >read.status
      COMMIT;
      """
    _ = try sandbox.run(tool: "sqlite3", "a.db", input: script)
    #expect(sandbox.read(sandbox.path("write.status")) == "6\n")
    let error = try #require(sandbox.read(sandbox.path("write.txt")))
    #expect(error.split(separator: "\n").count == 1)
    #expect(error.contains("a.db"))
    #expect(sandbox.read(sandbox.path("read.status")) == "0\n")
    #expect(sandbox.read(sandbox.path("read.txt")) == "1\n")
    #expect(sandbox.read(sandbox.path("read.errors")) == "")
    #expect(try sandbox.run("--db", "a.db", "list", "--ids").output == "1\n")
  }

  @Test("a file-size limit is reported, and nothing is lost")
  func fileSizeLimit() throws {
    _ = try sandbox.run("--db", "a.db", "add", "9780261102217")
    let isbns = (0..<4000).map { number in
      let twelve = 978_100_000_000 + number
      let digits = String(twelve).utf8.map { Int($0 - 48) }
      let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
      return "\(twelve)\((10 - sum % 10) % 10)"
    }
    let result = try sandbox.run(
      tool: "sh", "-c",
      "ulimit -f 600; exec \(Sandbox.program) --db a.db add \(isbns.joined(separator: " "))")
    expect(result, status: 1, "a.db")
    #expect(try sandbox.run("--db", "a.db", "list", "--ids").output == "1\n")
    let check = try sandbox.run(tool: "sqlite3", "a.db", "PRAGMA integrity_check")
    #expect(check.output == "ok\n")
  }
}
