import Catalogue
import Formats
import Glibc
import Storage

/// Exports with the program itself, against the sqlite3 shell writing the same columns.
enum ExportBenchmark {
  static func run(books: Int) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove(with: ["a.db"]) }
    let path = "\(directory.path)/a.db"
    try fill(path, books: books)
    let program = StartBenchmark.folder() + "/libraryctl"
    guard access(program, X_OK) == 0 else {
      print("export: there is no \(program); make bench builds it")
      return
    }
    print("export of \(books) books, memory of the process at its greatest")
    let all = "SELECT * FROM catalogue"
    for (format, mode) in [("csv", "-csv"), ("jsonl", "-json")] {
      let shell = try fastest(["sqlite3", mode, "-header", path, all])
      let ours = try fastest([program, "--db", path, "export", "--format", format])
      Measure.report(
        "\(format), \(ours.kilobytes / 1024) MiB (aim 40)", ours.time,
        against: ("sqlite3 \(mode), \(shell.kilobytes / 1024) MiB", shell.time), ratio: 2.5)
    }
    for format in ["bibtex", "ris", "csl-json", "marcxml", "html"] {
      let ours = try fastest([program, "--db", path, "export", "--format", format], times: 1)
      Measure.report("\(format), \(ours.kilobytes / 1024) MiB", ours.time)
    }
  }

  private static func fill(_ path: String, books: Int) throws {
    let sample = GoodreadsSample(rows: books)
    let database = try Database.open(at: path, access: .writing(create: true))
    var isGiven = false
    var reader = try ImportReader {
      defer { isGiven = true }
      return isGiven ? nil : sample.bytes
    }
    try database.withWriter { connection in
      var generator = SystemRandomNumberGenerator()
      let writer = try ImportWriter(
        connection,
        settings: ImportSettings(
          account: AccountID(rawValue: 1), now: Instant(rawValue: 1_780_000_000_000)),
        makeID: { BookID(milliseconds: 1_780_000_000_000, using: &generator) })
      var batch: [ImportedBook] = []
      while let row = try reader.next() {
        if case .book(let book) = row { batch.append(book) }
        if batch.count == 2000 {
          _ = try writer.write(batch)
          batch.removeAll(keepingCapacity: true)
        }
      }
      _ = try writer.write(batch)
    }
    database.close()
  }

  private static func fastest(
    _ command: [String], times: Int = 3
  ) throws -> (time: Duration, kilobytes: Int) {
    var best: (time: Duration, kilobytes: Int) = (.seconds(1000), 0)
    for _ in 0..<times {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      let words = command.map { strdup($0) } + [nil]
      defer { words.forEach { free($0) } }
      var process: pid_t = 0
      var status: Int32 = 0
      var usage = rusage()
      guard posix_spawnp(&process, command[0], &actions, nil, words, environ) == 0 else {
        print("export: cannot run \(command[0])")
        return best
      }
      // What wait4 says of memory counts this program's own, from before the other one was loaded.
      var kilobytes = 0
      while wait4(process, &status, WNOHANG, &usage) == 0 {
        kilobytes = max(kilobytes, greatestMemory(of: process))
        usleep(2000)
      }
      guard status == 0 else {
        print("export: \(command[0]) failed")
        return best
      }
      // What the machine does besides counts little.
      let time =
        Duration.seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + .microseconds(Int64(usage.ru_utime.tv_usec) + Int64(usage.ru_stime.tv_usec))
      if time < best.time { best = (time, kilobytes) }
    }
    return best
  }

  /// The greatest memory that a process has had so far, in KiB.
  private static func greatestMemory(of process: pid_t) -> Int {
    guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
    defer { fclose(file) }
    var text = [UInt8](repeating: 0, count: 4096)
    let count = fread(&text, 1, text.count, file)
    let line = String(decoding: text[..<count], as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter { ("0"..."9").contains($0) }) } ?? 0
  }
}
