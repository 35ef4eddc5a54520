import Glibc
import Storage

/// Starts whole processes: the program against the sqlite3 shell that opens the same file.
enum StartBenchmark {
  static func run(times: Int) throws {
    let program = folder() + "/libraryctl"
    guard access(program, X_OK) == 0 else {
      print("start: there is no \(program); make bench builds it")
      return
    }
    let path = "/tmp/libraryctl-bench-start-\(getpid()).db"
    defer { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) } }
    try Database.open(at: path, access: .writing(create: true)).close()
    let contenders = [
      ("libraryctl --version", [program, "--version"]),
      ("libraryctl list", [program, "--db", path, "list"]),
      ("sqlite3", ["sqlite3", path, "SELECT count(*) FROM books"]),
    ]
    var durations: [[Duration]] = contenders.map { _ in [] }
    for _ in 0..<times {
      for (index, contender) in contenders.enumerated() {
        guard let duration = time(contender.1) else {
          print("start: cannot run \(contender.0)")
          return
        }
        durations[index].append(duration)
      }
    }
    let medians = durations.map { $0.sorted()[$0.count / 2] }
    print("start of a process, median of \(times)")
    for (contender, median) in zip(contenders, medians) {
      let ratio = (median / medians[2] * 100).rounded() / 100
      print("  \(contender.0): \(median), \(ratio) times sqlite3 (aim: at most 4)")
    }
  }

  /// The folder of this program, in which the others are.
  static func folder() -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }

  private static func time(_ command: [String]) -> Duration? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let clock = ContinuousClock()
    let start = clock.now
    var process: pid_t = 0
    guard posix_spawnp(&process, command[0], &actions, nil, words, environ) == 0 else { return nil }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process, status == 0 else { return nil }
    return clock.now - start
  }
}
