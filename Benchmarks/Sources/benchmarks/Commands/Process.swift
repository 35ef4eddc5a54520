import Glibc

/// A program that is run to its end, with what it printed thrown away.
struct Process {
  let command: [String]

  init(_ command: [String]) { self.command = command }

  /// What a run took.
  struct Cost {
    var time: Duration
    /// Of a processor, in the program and in the system for it.
    var processorTime: Duration

    /// The lesser of two, each part by itself.
    func cheaper(_ other: Cost) -> Cost {
      Cost(
        time: min(time, other.time), processorTime: min(processorTime, other.processorTime))
    }
  }

  /// The cheapest of several runs, each part by itself; nil: it cannot be run, or it failed.
  func cost(of runs: Int) -> Cost? {
    var cheapest: Cost?
    for _ in 0..<runs {
      guard let cost = run() else { return nil }
      cheapest = cheapest?.cheaper(cost) ?? cost
    }
    return cheapest
  }

  /// Runs it once; nothing is looked at meanwhile, so that even a short run is timed well.
  func run() -> Cost? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let clock = ContinuousClock()
    let start = clock.now
    var process: pid_t = 0
    guard posix_spawnp(&process, command[0], &actions, nil, words, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else { return nil }
    return Cost(
      time: clock.now - start,
      processorTime: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime))
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}
