import Catalogue
import Glibc
import LoopbackServer
import Sync

/// Fetches titles and reads them, against curl that fetches the same answers and reads nothing.
///
/// The server is in this process in both cases, and its answers are ready beforehand.
enum FetchBenchmark {
  private static let keysPerRequest = 25
  private static let atOnce = 4

  static func run(books: Int) async throws {
    print("fetching \(books) books, \(keysPerRequest) a request, \(atOnce) requests at once")
    let isbns = (0..<books).compactMap { index in
      let body = 979_100_000_000 + UInt64(index)
      return (0..<10 as Range<UInt64>).lazy.compactMap { ISBN(number: body * 10 + $0) }.first
    }
    let batches = stride(from: 0, to: isbns.count, by: keysPerRequest).map {
      Array(isbns[$0..<min($0 + keysPerRequest, isbns.count)])
    }
    let answers = Dictionary(
      uniqueKeysWithValues: batches.map { (keys(of: $0), Response.json(answer(to: $0))) })
    let server = try LoopbackServer { request in
      request.query("bibkeys").flatMap { answers[$0] } ?? .emptyBatch
    }
    defer { server.stop() }
    let urls = batches.map { batch in
      "\(server.url)/api/books.json?bibkeys=\(keys(of: batch))&jscmd=data"
    }
    guard let curl = try curl(urls) else {
      print("  curl cannot be run")
      return
    }
    let source = TitleSource.openLibrary(
      endpoint: server.url, contact: "bench@example.org", rate: .infinity)
    var found = 0
    let ours = await Measure.quietest(waiting: { found = await fetch(batches, from: source) })
    Measure.report("found", "\(found)\(found == books ? "" : ": WRONG")")
    Measure.report(
      "all requests, their answers read", ours, against: ("curl --parallel", curl), ratio: 1.5)
  }

  private static func keys(of batch: [ISBN]) -> String {
    batch.map { "ISBN:\($0)" }.joined(separator: ",")
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

  /// How long curl takes for the same requests; nil when it is not here.
  private static func curl(_ urls: [String]) throws -> Duration? {
    let path = "/tmp/libraryctl-bench-fetch-\(getpid()).curl"
    guard let file = fopen(path, "w") else { return nil }
    for url in urls { fputs("url = \"\(url)\"\noutput = \"/dev/null\"\n", file) }
    fclose(file)
    defer { unlink(path) }
    let command = ["curl", "-s", "--parallel", "--parallel-max", "\(atOnce)", "-K", path]
    guard Self.run(command) else { return nil }
    return Measure.wallClock { _ = Self.run(command) }
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

  /// An answer with records of the usual size.
  static func answer(to isbns: [ISBN]) -> String {
    let members = isbns.map { isbn in
      let edition = Edition(
        isbn: isbn.description, title: "A book with the number \(isbn)",
        authors: ["Ann Author", "Bob Writer"],
        more: [
          #""url": "https://openlibrary.org/books/OL24374150M/A_book""#,
          #""publishers": [{"name": "A House of Books"}], "publish_date": "August 31, 2010""#,
          #""number_of_pages": 1007, "publish_places": [{"name": "New York"}]"#,
          #""subjects": [{"name": "Fantasy", "url": "https://openlibrary.org/subjects/fantasy"}, "#
            + #"{"name": "Fiction, fantasy, epic", "url": "https://openlibrary.org/subjects/epic"}]"#,
          #""cover": {"small": "https://covers.openlibrary.org/b/id/1-S.jpg", "#
            + #""medium": "https://covers.openlibrary.org/b/id/1-M.jpg"}"#,
        ], key: "/books/OL24374150M")
      return "\"ISBN:\(isbn)\": \(edition.data)"
    }
    return "{" + members.joined(separator: ", ") + "}"
  }
}
