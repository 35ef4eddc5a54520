import Catalogue
import Glibc
import Testing

/// An import that ends before its input does: what is in is whole and is named, and importing the same
/// again gives what one import would have given.
@Suite struct ImportStopTests {
  private let sandbox = Sandbox()

  /// A file's whole records, of which there are more than a format is told by, and one more in two
  /// parts.
  struct Input: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let records: String
    let half: String
    let rest: String
  }

  static let count = 2500

  static let inputs: [Input] = [
    Input(
      testDescription: "csv",
      records: "title,author,notes\n" + lines { "Book \($0),Author \($0),a note of some length\n" },
      half: "The Lord of the Ri", rest: "ngs,Tolkien,great\n"),
    Input(
      testDescription: "jsonl",
      records: lines { "{\"title\": \"Book \($0)\", \"pages\": \($0)}\n" },
      half: "{\"title\": \"The Lord of the Ri", rest: "ngs\"}\n"),
    Input(
      testDescription: "ris", records: lines { "TY  - BOOK\nTI  - Book \($0)\nER  - \n" },
      half: "TY  - BOOK\nTI  - The Lord of the Ri", rest: "ngs\nAU  - Tolkien\nER  - \n"),
    Input(
      testDescription: "bibtex", records: lines { "@book{b\($0), title = {Book \($0)}}\n" },
      half: "@book{x, title = {The Lord of the Ri", rest: "ngs}}\n"),
    Input(
      testDescription: "isbn-list", records: lines { "\(isbn($0)) # a remark of some length\n" },
      half: "97802611", rest: "02217\n"),
  ]

  private static func lines(_ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

  static func isbn(_ row: Int) -> String {
    let start = String(978_100_000_000 + row)
    let sum = start.utf8.enumerated().reduce(0) { sum, digit in
      sum + Int(digit.element - 0x30) * (digit.offset % 2 == 0 ? 1 : 3)
    }
    return start + String((10 - sum % 10) % 10)
  }

  private func books(_ library: String) throws -> [String] {
    try sandbox.run("--db", library, "list", "--fields", "title,authors,isbn,pages").lines.sorted()
  }

  private func integer(_ value: JSONValue?) -> Int {
    if case .integer(let number)? = value { Int(number) } else { -1 }
  }

  /// Starts an import of a pipe, and gives its other end.
  private func start(_ arguments: String...) throws -> (run: RunningProcess, pipe: Int32) {
    let path = sandbox.path("pipe")
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    let run = try sandbox.start(
      Sandbox.program, ["--db", "a.db", "import", "pipe"] + arguments)
    // Waits until the program has opened its end.
    return (run, open(path, O_WRONLY))
  }

  private func write(_ text: String, to pipe: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(pipe, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Waits until the program has read all that was written.
  private func drain(_ pipe: Int32) {
    var left: Int32 = 1
    while left > 0 {
      guard ioctl(pipe, UInt(FIONREAD), &left) == 0 else { return }
      sched_yield()
    }
  }

  @Test(
    "Ctrl-C in the middle of a record leaves it out, and the same input again adds nothing twice",
    arguments: inputs, [SIGINT, SIGTERM])
  func signalled(_ input: Input, _ signal: Int32) throws {
    let (run, pipe) = try start("--json")
    write(input.records + input.half, to: pipe)
    drain(pipe)
    run.send(signal)
    let result = run.wait()
    close(pipe)
    #expect(result.status == 130, "\(result)")
    let json = try result.json
    let taken = integer(json["added"])
    #expect(json["rows"] == json["added"], "\(result)")
    #expect(json["stopped"]?["interrupted"] == .bool(true))
    #expect(json["stopped"]?["last"]?["file"] == "pipe")
    let perRecord = input.testDescription == "ris" ? 3 : 1
    let header = input.testDescription == "csv" ? 1 : 0
    #expect(
      integer(json["stopped"]?["last"]?["line"]) == header + (taken - 1) * perRecord + 1,
      "\(result)")
    #expect(result.errors.contains("stopped after pipe:"), "\(result)")
    #expect(result.errors.contains("import the same files again"), "\(result)")
    #expect(try books("a.db").count == taken)

    sandbox.write("whole", input.records + input.half + input.rest)
    let again = try sandbox.run("--db", "a.db", "import", "whole", "--json").json
    #expect(integer(again["unchanged"]) == taken)
    #expect(integer(again["added"]) == Self.count + 1 - taken)
    #expect(try sandbox.run("--db", "b.db", "import", "whole").status == 0)
    #expect(try books("a.db") == books("b.db"))
  }

  @Test(
    "an end that comes with the signal, as that of a pipe whose other end got it too, is no end",
    .enabled(if: Tool.canTrace, "strace cannot be used here"))
  func stoppedTogether() throws {
    sandbox.write("list", "9780306406157\n9780261102217\n0306406152")
    let result = try sandbox.start(
      "strace",
      [
        "-f", "-qq", "-o", "trace", "-P", sandbox.path("list"), "-e", "trace=read", "-e",
        "inject=read:retval=0:signal=INT:when=2", Sandbox.program, "--db", "a.db", "import",
        sandbox.path("list"), "--json",
      ]
    ).wait()
    #expect(result.status == 130, "\(result)")
    #expect(try result.json["added"] == 2)
  }

  @Test("a typed list keeps its whole lines when it ends with Ctrl-C")
  func typedList() throws {
    let (run, pipe) = try start()
    write("9780306406157\n9780261102217\n97807653", to: pipe)
    drain(pipe)
    run.send(SIGINT)
    let result = run.wait()
    close(pipe)
    #expect(result.status == 130)
    #expect(result.output == "2 rows: 2 added, 0 updated, 0 unchanged, 0 skipped, 0 failed\n")
    #expect(result.errors.contains("stopped after pipe:2; import the same files again"))
  }

  @Test("--atomic that is stopped writes nothing, and says so")
  func atomic() throws {
    let input = Self.inputs[0]
    let (run, pipe) = try start("--atomic", "--json")
    write(input.records + input.half, to: pipe)
    drain(pipe)
    run.send(SIGINT)
    let result = run.wait()
    close(pipe)
    #expect(result.status == 130)
    let json = try result.json
    #expect(json["added"] == 0)
    #expect(json["stopped"]?["last"] == .null)
    #expect(result.errors.contains("nothing was imported"), "\(result)")
    #expect(try books("a.db").isEmpty)
  }

  @Test(
    "a file that cannot be read to its end gives what was read of it, and status 3",
    .enabled(if: Tool.canTrace, "strace cannot be used here"), arguments: inputs, ["EIO", "ESTALE"])
  func readError(_ input: Input, _ code: String) throws {
    sandbox.write("big", input.records + input.half)
    // The first read gives all there is, the second one fails instead of telling the end.
    let result = try sandbox.start(
      "strace",
      [
        "-f", "-qq", "-o", "trace", "-P", sandbox.path("big"), "-e", "trace=read", "-e",
        "inject=read:error=\(code):when=2+", Sandbox.program, "--db", "a.db", "import",
        sandbox.path("big"), "--json",
      ]
    ).wait()
    #expect(result.status == 3, "\(result)")
    let json = try result.json
    let taken = integer(json["added"])
    #expect(taken > 0 && json["rows"] == json["added"] && json["failed"] == 0, "\(result)")
    #expect(json["stopped"]?["interrupted"] == .bool(false))
    #expect(result.errors.contains("cannot read") && result.errors.contains("big"), "\(result)")
    #expect(result.errors.contains("those after it are not"), "\(result)")
    #expect(try books("a.db").count == taken)
    sandbox.write("big", input.records + input.half + input.rest)
    #expect(try sandbox.run("--db", "a.db", "import", "big").status == 0)
    #expect(try sandbox.run("--db", "b.db", "import", "big").status == 0)
    #expect(try books("a.db") == books("b.db"))
  }

  @Test(
    "a file of which nothing can be read imports nothing, and is status 1",
    .enabled(if: Tool.canTrace, "strace cannot be used here"))
  func unreadable() throws {
    sandbox.write("big", Self.inputs[0].records)
    let result = try sandbox.start(
      "strace",
      [
        "-f", "-qq", "-o", "trace", "-P", sandbox.path("big"), "-e", "trace=read", "-e",
        "inject=read:error=EIO", Sandbox.program, "--db", "a.db", "import", sandbox.path("big"),
      ]
    ).wait()
    #expect(result.status == 1)
    #expect(result.errors.contains("cannot read"), "\(result)")
    #expect(!sandbox.exists("a.db"))
  }
}
