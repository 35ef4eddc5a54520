import Glibc

/// How long a key takes until the screen answers it, in a large library.
enum BrowseBenchmark {
  private static let aim = Duration.milliseconds(16)

  static func run(books: Int) throws {
    print("browse, \(books) books: from a key to the frame that answers it, in milliseconds")
    guard let program = Program.path else {
      print("  there is no libraryctl beside this program; make bench builds it")
      return
    }
    let directory = try TemporaryDirectory()
    defer { directory.remove(with: ["books.db", "rows.csv"]) }
    let (library, file) = (directory.path + "/books.db", directory.path + "/rows.csv")
    try GoodreadsSample.write(0..<books, to: file)
    guard Process([program, "--db", library, "import", file, "--quiet"]).run() != nil,
      let terminal = BrowsedTerminal([program, "--db", library, "browse"])
    else {
      print("  the library cannot be made")
      return
    }
    report("down", terminal, Array(repeating: "\u{1B}[B", count: 60))
    report("a page down", terminal, Array(repeating: "\u{1B}[6~", count: 40))
    report("a page up", terminal, Array(repeating: "\u{1B}[5~", count: 20))
    report(
      "to the last and to the first", terminal,
      Array(repeating: ["G", "g"], count: 5).flatMap { $0 })
    report(
      "open a book and close it", terminal, Array(repeating: ["l", "q"], count: 10).flatMap { $0 })
    report("type a search", terminal, ["/"] + "the garden of glass".map(String.init))
    report("clear the search", terminal, ["\u{1B}"])
    report("sort by another key", terminal, ["s", "s", "s", "r"])
  }

  private static func report(_ name: String, _ terminal: BrowsedTerminal, _ keys: [String]) {
    let times = keys.compactMap(terminal.time).sorted()
    guard times.count == keys.count, let worst = times.last else {
      print("  \(name): \(keys.count - times.count) of \(keys.count) keys were not answered")
      return
    }
    let median = Measure.rounded(times[times.count / 2] / .milliseconds(1))
    print(
      "  \(name): median \(median), worst \(Measure.rounded(worst / .milliseconds(1)))"
        + "  aim 16\(worst <= aim ? "" : ": MISSED")")
  }
}
