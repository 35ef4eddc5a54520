import Determinism
import Testing

/// Every command that writes is killed, or its disk fails, at system calls spread over its run. The
/// library is whole afterwards, has all or nothing of each transaction, says nothing false about it,
/// and the same command then works.
@Suite(.enabled(if: Tool.canTrace, "strace cannot be used here"), .serialized)
struct AccidentTests {
  private let sandbox = Sandbox()
  private let saved = Sandbox()

  /// Calls by which something reaches the disk or is put in its place.
  private static let calls = [
    "pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "rename", "renameat2", "link",
    "fcntl",
  ]

  /// Commands whose work is several transactions: an accident may leave some of them done.
  private static let inSteps: Set<String> = ["sync", "db check --fix", "db optimize"]

  /// One line of a run: a call and how often it has happened in its thread.
  private struct Moment: CustomStringConvertible {
    let call: String
    let number: Int
    var description: String { "\(call) \(number)" }
  }

  @Test("a kill at any write of any command leaves the state before it or the one after it")
  func kills() throws {
    try everyCommand { line, moments, before, after in
      for moment in moments {
        let result = try accident("signal=KILL:when=\(moment.number)", moment.call, line)
        let place = "\(line) killed at \(moment)"
        let state = try state(place)
        if result.status == 0 {
          #expect(state == after, "\(place): what was acknowledged is there")
        } else if !Self.inSteps.contains(where: { "\(line)".hasPrefix($0) }) {
          #expect(state == before || state == after, "\(place): all or nothing")
        }
        try again(line, place)
      }
    }
  }

  @Test(
    "a disk that is full from any call on leaves the state before the command or the one after it")
  func fullDisk() throws {
    try failures("ENOSPC", of: ["pwrite64", "write", "ftruncate"])
  }

  @Test(
    "a disk that fails from any call on leaves the state before the command or the one after it")
  func failingDisk() throws {
    try failures("EIO", of: ["pwrite64", "fdatasync", "fsync"])
  }

  private func failures(_ code: String, of calls: Set<String>) throws {
    try everyCommand { line, moments, before, after in
      for moment in moments where calls.contains(moment.call) {
        let result = try accident("error=\(code):when=\(moment.number)+", moment.call, line)
        let place = "\(line) with \(code) from \(moment)"
        let state = try state(place)
        #expect(result.status < 128, "\(place): \(result)")
        if result.status == 0 {
          #expect(state == after, "\(place): what was acknowledged is there")
        } else {
          if !Self.inSteps.contains(where: { "\(line)".hasPrefix($0) }) {
            #expect(state == before || state == after, "\(place): all or nothing")
          }
          if moment.call != "write" {
            #expect(result.errors.contains("Hint:"), "\(place): \(result)")
          }
          if result.errors.contains("nothing was changed") {
            #expect(state == before, "\(place) says that nothing was changed: \(result)")
          }
        }
        try again(line, place)
      }
    }
  }

  // MARK: -

  /// Goes through all commands in order, each from the state that those before it have left.
  private func everyCommand(
    _ body: (
      _ line: EveryCommand.Line, _ moments: [Moment], _ before: String, _ after: String
    ) throws -> Void
  ) throws {
    #expect(EveryCommand.missing.isEmpty, "each command needs a line in EveryCommand")
    try EveryCommand.prepare(sandbox, endpoint: "http://127.0.0.1:9")
    sandbox.write("titles.jsonl", Self.titles)
    for words in [
      ["account", "add", "shelf", "--source", "file", "--endpoint", "titles.jsonl"],
      ["add", "--account", "shelf"] + EveryCommand.isbns,
    ] {
      #expect(try sandbox.run(arguments: words).status == 0, "\(words)")
    }
    var random = SeededGenerator(seed: TestSeed.pick(for: "accidents"))
    var written: Set<String> = []
    for line in EveryCommand.offline + [EveryCommand.Line(words: ["sync", "--account", "shelf"])] {
      try copy(sandbox, to: saved)
      let before = try state("\(line)")
      let run = try trace(line)
      #expect(run.result.status == 0, "\(line): \(run.result)")
      let after = try state("\(line)")
      if after != before { written.insert(line.words[0]) }
      try copy(saved, to: sandbox)
      try body(line, Self.some(of: run.moments, &random), before, after)
      try copy(saved, to: sandbox)
      #expect(try sandbox.run(arguments: line.words).status == 0, "\(line)")
    }
    #expect(written.isSuperset(of: ["add", "import", "edit", "undo", "remove", "merge", "trash"]))
  }

  /// The first and the last moment, and some between.
  private static func some(of moments: [Moment], _ random: inout SeededGenerator) -> [Moment] {
    guard moments.count > 8 else { return moments }
    let between = moments.dropFirst().dropLast().shuffled(using: &random).prefix(6)
    return [moments[0]] + between + [moments[moments.count - 1]]
  }

  /// Runs a command to its end and notes its calls.
  private func trace(
    _ line: EveryCommand.Line
  ) throws -> (result: Sandbox.Result, moments: [Moment]) {
    let log = saved.path("calls")
    let options = [
      "-f", "-qq", "-o", log, "-e", "trace=\(Self.calls.joined(separator: ","))", "-e",
      "signal=none", Sandbox.program,
    ]
    let result = try sandbox.start("strace", options + line.words).wait()
    var counts: [String: [Substring: Int]] = [:]
    for entry in (sandbox.read(log) ?? "").split(separator: "\n") {
      let words = entry.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let call = words[1].split(separator: "(").first.map(String.init),
        Self.calls.contains(call)
      else { continue }
      counts[call, default: [:]][words[0], default: 0] += 1
    }
    // strace counts the calls of each thread by themselves.
    let moments = counts.sorted { $0.key < $1.key }.flatMap { call, threads in
      (1...(threads.values.max() ?? 1)).map { Moment(call: call, number: $0) }
    }
    return (result, moments)
  }

  /// Runs a command, from the state that was saved, with an accident.
  private func accident(
    _ accident: String, _ call: String, _ line: EveryCommand.Line
  ) throws -> Sandbox.Result {
    try copy(saved, to: sandbox)
    return try sandbox.start(
      "strace",
      [
        "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):\(accident)",
        Sandbox.program,
      ] + line.words
    ).wait()
  }

  /// After an accident the library is sound, and the command works, unless its work was done.
  private func again(_ line: EveryCommand.Line, _ place: String) throws {
    let result = try sandbox.run(arguments: line.words)
    #expect(result.status <= 1, "again after \(place): \(result)")
    let check = try sandbox.run("db", "check")
    #expect(check.status == 0, "again after \(place): \(check)")
    let drafts = try sandbox.run(tool: "find", ".", "-name", ".*.libraryctl-*")
    #expect(drafts.output == "", "left behind after \(place)")
  }

  /// What people would find: the library's content, as far as it does not depend on moments and
  /// chance, and the files beside it.
  private func state(_ place: String) throws -> String {
    let sound = try sandbox.sql(
      """
      PRAGMA integrity_check; PRAGMA foreign_key_check;
      INSERT INTO books_fts (books_fts) VALUES ('integrity-check');
      """)
    #expect(sound == "ok", "\(place)")
    let books = try sandbox.sql(
      """
      SELECT number, isbn, account, typed, fetched, imported, removed_at IS NOT NULL, origin_key,
        sync_state FROM books ORDER BY number;
      SELECT id, name, undone_by FROM change_sets ORDER BY id;
      SELECT number, kind, change_set FROM changes ORDER BY seq;
      SELECT id, name, source, endpoint, contact, is_current FROM accounts ORDER BY id;
      """)
    let files = try sandbox.run(
      tool: "sh", "-c",
      """
      cat .config/libraryctl/config books.csv 2>/dev/null; ls copy.db 2>/dev/null
      [ ! -e copy.db ] || sqlite3 copy.db 'PRAGMA integrity_check; SELECT count(*) FROM books'
      """)
    return books + files.output
  }

  private func copy(_ from: Sandbox, to: Sandbox) throws {
    let result = try sandbox.run(
      tool: "sh", "-c",
      """
      find "\(to.directory)" -mindepth 1 -maxdepth 1 ! -name 'std*-*' -exec rm -rf {} + &&
      find "\(from.directory)" -mindepth 1 -maxdepth 1 ! -name 'std*-*' \
        -exec cp -a -t "\(to.directory)" {} +
      """)
    try #require(result.status == 0, "\(result)")
  }

  private static let titles = EveryCommand.isbns.map {
    #"{"isbn": "\#($0)", "title": "Title of \#($0)", "authors": ["An Author"]}"# + "\n"
  }.joined()
}
