import Catalogue
import Glibc
import Storage
import Sync

/// Syncs a whole library against a title file, as a process of the program: every title saved, with
/// its keys and its words in the search index.
enum SyncBenchmark {
  private static let now = Instant(rawValue: 1_780_000_000_000)

  static func run(sizes: [Int]) throws {
    print("sync with a title file")
    guard let program = Program.path else {
      print("  there is no libraryctl beside this program; make bench builds it")
      return
    }
    var peaks: [Int] = []
    for size in sizes {
      var fastest = Duration.seconds(1000)
      var peak = 0
      for _ in 0..<3 {
        let directory = try TemporaryDirectory()
        defer { directory.remove(with: ["library.db"]) }
        let titles = directory.path + "/titles.jsonl"
        defer { unlink(titles) }
        try write(size, to: titles)
        try makeLibrary(
          of: size, asking: NewAccount(name: "file", source: .file, endpoint: titles),
          in: directory.path + "/library.db")
        guard
          let run = Program.run(
            program, ["--db", directory.path + "/library.db", "sync", "--json"])
        else {
          print("  the sync of \(size) books failed")
          return
        }
        fastest = min(fastest, run.duration)
        peak = max(peak, run.peakMemory)
      }
      peaks.append(peak)
      Measure.report(
        "a book of \(size), saved", fastest / size, aim: .microseconds(200))
      Measure.report(
        "books a second, of \(size) (aim 5000)", "\(Int(Double(size) / (fastest / .seconds(1))))")
      Measure.report("peak memory at \(size), MiB", mebibytes(peak))
    }
    if let first = peaks.first, let last = peaks.last {
      Measure.report("peak memory between the two, MiB (aim 8)", mebibytes(last - first))
    }
  }

  /// Syncs a library with a server in a process of its own, whose answers are ready beforehand.
  static func runServer(books: Int) throws {
    print("sync with a server that answers at once, 25 keys a request, 4 requests at once")
    guard let program = Program.path else {
      print("  there is no libraryctl beside this program; make bench builds it")
      return
    }
    let server = try ServerProcess(books: books)
    defer { server.stop() }
    var account = NewAccount(name: "server", source: .openLibrary, endpoint: server.url)
    account.contact = "bench@example.org"
    account.rate = .infinity
    var fastest = Duration.seconds(1000)
    var peak = 0
    for _ in 0..<3 {
      let directory = try TemporaryDirectory()
      let library = directory.path + "/library.db"
      defer { directory.remove(with: ["library.db"]) }
      try makeLibrary(of: books, asking: account, in: library)
      guard let run = Program.run(program, ["--db", library, "sync", "--json"]) else {
        print("  the sync of \(books) books failed")
        return
      }
      fastest = min(fastest, run.duration)
      peak = max(peak, run.peakMemory)
    }
    Measure.report("\(books) books, saved", fastest, aim: .seconds(3))
    Measure.report("peak memory at \(books), MiB (aim 60)", mebibytes(peak))
  }

  private static func write(_ size: Int, to path: String) throws {
    guard let file = fopen(path, "w") else { throw TemporaryDirectory.NotMade() }
    defer { fclose(file) }
    let words = ["river", "stone", "winter", "garden", "shadow", "light", "empire", "daughter"]
    for (index, isbn) in ServedTitles.isbns(size).enumerated() {
      func word(_ step: Int) -> String { words[(index / step + index * 7919) % words.count] }
      fputs(
        """
        {"isbn":"\(isbn)","title":"The \(word(1)) of \(word(3)) \(index)",\
        "authors":["\(word(5)) \(word(7))"],"publisher":"\(word(11)) Press",\
        "published":"\(1900 + index % 120)","pages":\(100 + index % 700),"language":"eng",\
        "subjects":["\(word(13))","\(word(17))"]}\n
        """, file)
    }
  }

  private static func makeLibrary(
    of size: Int, asking source: NewAccount, in path: String
  ) throws {
    let database = try Database.open(at: path, access: .writing(create: true))
    defer { database.close() }
    try database.writeAndWait { connection in
      let account = try Accounts.add(
        source, endpoint: SourceKind.named(source.source)?.endpoint ?? .nothing, on: connection)
      _ = try Accounts.use(source.name, on: connection)
      var generator = SystemRandomNumberGenerator()
      let books = ServedTitles.isbns(size).enumerated().map { index, isbn in
        NewBook(
          id: BookID(milliseconds: 1_780_000_000_000 + UInt64(index), using: &generator),
          isbn: isbn)
      }
      _ = try BookAdding.add(books, to: account.id, at: now, on: connection)
    }
  }

  private static func mebibytes(_ bytes: Int) -> String {
    Measure.rounded(Double(bytes) / 1_048_576)
  }
}
