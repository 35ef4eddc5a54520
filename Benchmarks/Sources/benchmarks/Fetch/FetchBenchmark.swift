import Catalogue
import Glibc
import Sync

/// Fetches titles and reads them, against curl that fetches the same answers and reads nothing.
///
/// The server is a process of its own, and its answers are ready beforehand. Both are told: the time
/// that passes, in which server and client share the machine, and the time of processors that the
/// client alone takes.
enum FetchBenchmark {
  private static let atOnce = 4
  private static let runs = 10

  private struct Cost {
    var wall = Duration.seconds(1000)
    var processor = Duration.seconds(1000)
  }

  static func run(books: Int) async throws {
    print(
      "fetching \(books) books, \(ServedTitles.keysPerRequest) a request, \(atOnce) requests at once"
    )
    let batches = ServedTitles.batches(of: ServedTitles.isbns(books))
    let server = try ServerProcess(books: books)
    defer { server.stop() }
    let path = "/tmp/libraryctl-bench-fetch-\(getpid()).curl"
    guard let file = fopen(path, "w") else { throw ServerProcess.NotStarted() }
    defer { unlink(path) }
    for batch in batches {
      let keys = ServedTitles.keys(of: batch)
      fputs(
        "url = \"\(server.url)/api/books.json?bibkeys=\(keys)&jscmd=data\"\noutput = \"/dev/null\"\n",
        file)
    }
    fclose(file)
    let command = ["curl", "-s", "--parallel", "--parallel-max", "\(atOnce)", "-K", path]
    guard run(command) else {
      print("  curl cannot be run")
      return
    }
    let source = TitleSource.openLibrary(
      endpoint: server.url, contact: "bench@example.org", rate: .infinity)
    var ours = Cost()
    var curls = Cost()
    var found = await fetch(batches, from: source)
    // In turns, so that what else the machine does meets both.
    for _ in 0..<runs {
      found = min(found, await measure(&ours, RUSAGE_SELF) { await fetch(batches, from: source) })
      _ = await measure(&curls, RUSAGE_CHILDREN) { run(command) }
    }
    Measure.report("found", "\(found)\(found == books ? "" : ": WRONG")")
    Measure.report(
      "all requests, their answers read", ours.wall, against: ("curl --parallel", curls.wall),
      ratio: 1.5)
    Measure.report(
      "of that, time of processors", ours.processor, against: ("curl's", curls.processor))
  }

  /// As a sync does it: as many requests at once as the source bears.
  private static func fetch(_ batches: [[ISBN]], from source: TitleSource) async -> Int {
    await withTaskGroup(of: Int.self) { group in
      var rest = batches[...]
      func next() {
        guard let batch = rest.popFirst() else { return }
        group.addTask {
          await source.fetch(batch.map { TitleRequest(isbn: $0) }).count {
            if case .found = $0 { true } else { false }
          }
        }
      }
      for _ in 0..<atOnce { next() }
      var found = 0
      for await count in group {
        found += count
        next()
      }
      return found
    }
  }

  /// Takes what some work costs, if it is less than before.
  private static func measure<Result>(
    _ cost: inout Cost, _ whose: __rusage_who, _ work: () async -> Result
  ) async -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let before = processorTime(of: whose)
    let result = await work()
    cost.processor = min(cost.processor, processorTime(of: whose) - before)
    cost.wall = min(cost.wall, start.duration(to: clock.now))
    return result
  }

  /// The time that this process, or those that it has waited for, have had of processors.
  private static func processorTime(of whose: __rusage_who) -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(Int32(whose.rawValue)), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
    }
  }

  private static func run(_ command: [String]) -> Bool {
    let words = command.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    // Even a silent curl shows its progress when it does several things at once.
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var process: pid_t = 0
    guard posix_spawnp(&process, command[0], &actions, nil, words, environ) == 0 else {
      return false
    }
    var status: Int32 = 0
    return waitpid(process, &status, 0) == process && status == 0
  }
}
