import Testing

/// The program is killed, or its disk fails, at the Nth system call that writes, for every N until a
/// run completes: the library is whole, has all or nothing of the change, and the next run works.
@Suite(.enabled(if: Tool.canTrace, "strace cannot be used here"), .serialized)
struct CrashTests {
  private let sandbox = Sandbox()
  private static let writing = ["pwrite64", "fdatasync", "ftruncate", "unlink"]

  private func shell(_ sql: String) throws -> String {
    try sandbox.run(tool: "sqlite3", "a.db", sql).output
  }

  /// Checks the library after an accident and that it can be used.
  /// - Returns: how many books it has.
  private func check(_ place: String) throws -> Int {
    let report = try shell(
      """
      PRAGMA integrity_check; PRAGMA foreign_key_check;
      INSERT INTO books_fts (books_fts) VALUES ('integrity-check');
      """)
    #expect(report == "ok\n", "\(place)")
    let listed = try sandbox.run("--db", "a.db", "list", "--ids")
    #expect(listed.status == 0, "\(place): \(listed)")
    return listed.lines.count
  }

  private func trace(
    _ call: String, _ accident: String, _ arguments: [String]
  ) throws -> Sandbox.Result {
    let options = [
      "-f", "-qq", "-o", sandbox.path("trace"), "-e", "trace=\(call)", "-e",
      "inject=\(call):\(accident)", Sandbox.program,
    ]
    return try sandbox.start("strace", options + arguments).wait()
  }

  /// Runs a command with an accident at the Nth call, N from 1 until none happens any more.
  /// - Parameters:
  ///   - accident: what strace does at the call.
  ///   - step: how far N goes at a time.
  ///   - added: how many books the command adds to the one that is there.
  private func everyCall(
    _ accident: String, of call: String, step: Int = 1, adding added: Int, _ arguments: String...
  ) throws {
    var number = 1
    while true {
      try sandbox.restore("a.db", from: "before.db")
      let place = "\(accident) at \(call) \(number)"
      let when = accident.hasPrefix("error") ? "\(number)+" : "\(number)"
      let result = try trace(
        call, "\(accident):when=\(when)", ["--db", "a.db"] + arguments)
      let happened =
        sandbox.read(sandbox.path("trace"))?.contains("(INJECTED)") == true
        || result.status >= 128
      let count = try check(place)
      if result.status == 0 {
        #expect(count == 1 + added, "\(place): what was acknowledged is there")
      } else {
        #expect(count == 1 || count == 1 + added, "\(place): all or nothing")
        if accident.hasPrefix("error") { #expect(result.errors.contains("Hint:"), "\(place)") }
        if result.errors.contains("nothing was changed") {
          #expect(count == 1, "\(place): \(result)")
        }
      }
      if !happened {
        #expect(result.status == 0, "\(place): \(result)")
        #expect(number > 1, "nothing was tried at \(call)")
        return
      }
      number += step
      try #require(number < 2000)
    }
  }

  @Test("a kill at any write of an added book", arguments: writing)
  func killedAdding(_ call: String) throws {
    #expect(try sandbox.run("--db", "before.db", "add", "--title", "One").status == 0)
    try everyCall("signal=KILL", of: call, adding: 1, "add", "--title", "Two")
  }

  @Test("a kill at any write of an import", arguments: writing)
  func killedImporting(_ call: String) throws {
    #expect(try sandbox.run("--db", "before.db", "add", "--title", "One").status == 0)
    sandbox.write("list.txt", Self.list)
    try everyCall("signal=KILL", of: call, step: 5, adding: 60, "import", "list.txt")
  }

  @Test("a full disk from any write on", arguments: ["pwrite64", "ftruncate"])
  func fullDisk(_ call: String) throws {
    #expect(try sandbox.run("--db", "before.db", "add", "--title", "One").status == 0)
    try everyCall("error=ENOSPC", of: call, adding: 1, "add", "--title", "Two")
  }

  @Test("a disk that fails from any write on", arguments: ["pwrite64", "fdatasync"])
  func failingDisk(_ call: String) throws {
    #expect(try sandbox.run("--db", "before.db", "add", "--title", "One").status == 0)
    try everyCall("error=EIO", of: call, adding: 1, "add", "--title", "Two")
  }

  @Test("a kill at any write while the library is made", arguments: ["pwrite64", "fdatasync"])
  func killedMaking(_ call: String) throws {
    var number = 1
    while true {
      try sandbox.restore("a.db", from: nil)
      let result = try trace(
        call, "signal=KILL:when=\(number)", ["--db", "a.db", "add", "--title", "One"])
      if result.status == 0 { break }
      #expect(result.status == 137, "\(result)")
      // Whatever was made so far is gone on with.
      let again = try sandbox.run("--db", "a.db", "add", "--title", "Two")
      #expect(again.status == 0, "\(call) \(number): \(again)")
      let count = try check("\(call) \(number)")
      #expect(count == 1 || count == 2)
      number += call == "pwrite64" ? 7 : 1
      try #require(number < 5000)
    }
    #expect(try check("done") == 1)
  }

  @Test("a limit on the size of files is a full disk, in one line")
  func fileSizeLimit() throws {
    #expect(try sandbox.run("--db", "a.db", "add", "--title", "One").status == 0)
    sandbox.write("list.txt", Self.list)
    let result = try sandbox.run(
      tool: "sh", "-c", "ulimit -f 100; exec \(Sandbox.program) --db a.db import list.txt")
    #expect(result.status != 0)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
    #expect(try check("ulimit") == 1)
    #expect(try sandbox.run("--db", "a.db", "import", "list.txt").status == 0)
    #expect(try check("after ulimit") == 61)
  }

  private static let list: String = (0..<60).map { row in
    let start = 978_100_000_000 + row * 7
    var sum = 0
    var rest = start
    for position in 0..<12 {
      sum += rest % 10 * (position % 2 == 0 ? 3 : 1)
      rest /= 10
    }
    return "\(start * 10 + (10 - sum % 10) % 10)\n"
  }.joined()
}

extension Sandbox {
  /// Puts a library into the state of another one, or takes it away.
  fileprivate func restore(_ name: String, from other: String?) throws {
    let copy = other.map { "cp \($0) \(name)" } ?? "true"
    _ = try run(tool: "sh", "-c", "rm -f \(name) \(name)-* \(name).lock; \(copy)")
  }
}
