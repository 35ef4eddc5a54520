import Glibc

/// Runs commands as processes against the sqlite3 shell on the same library: at one size against
/// fixed aims, and at a large one against a small one.
enum CommandsBenchmark {
  /// The columns of the view, in the order of the JSON.
  private static let columns = """
    number, id, account, isbn, title, subtitle, authors, publisher, published, year, language, \
    pages, series, series_number, subjects, tags, rating, shelf, notes, started_at, read_at, \
    review, copies, location, binding, identifiers, added_at, edited_at, fetched_at, source, \
    source_key, sync
    """

  /// A library of made-up books, for a command after the other.
  private struct Library {
    let program: String
    let path: String

    func command(_ words: String...) -> Process { Process([program, "--db", path] + words) }
    func shell(_ words: String...) -> Process { Process(["sqlite3", path] + words) }
  }

  /// What a command may cost.
  private struct Aim {
    var time: Duration?
    /// How often the shell's time may fit into it.
    var ratio: Double?
    var mebibytes: Double?
  }

  static func run(books: Int) throws {
    print("commands as processes, \(books) books; times of the shell in brackets")
    guard let program = Program.path else {
      print("  there is no libraryctl beside this program; make bench builds it")
      return
    }
    let directory = try TemporaryDirectory()
    defer { directory.remove(with: ["books.db", "empty.db"]) }
    let empty = Library(program: program, path: directory.path + "/empty.db")
    guard let library = try make(books, in: directory, named: "books.db", program),
      empty.command("account", "set", "home", "--contact", "bench@example.org", "--quiet").run()
        != nil
    else { return }
    report(
      "start", Process([program, "--version"]), against: Process(["sqlite3", "-version"]),
      Aim(time: .milliseconds(10)))
    report(
      "list, empty library", empty.command("list"),
      against: empty.shell("SELECT number, title FROM catalogue"), Aim(time: .milliseconds(15)))
    report(
      "list all as JSON", library.command("list", "--json"),
      against: library.shell(".mode json", "SELECT \(columns) FROM catalogue"),
      Aim(ratio: 2.5, mebibytes: 40))
    report(
      "export as CSV", library.command("export", "--format", "csv"),
      against: library.shell(".mode csv", ".headers on", "SELECT \(columns) FROM catalogue"),
      Aim(ratio: 2.5, mebibytes: 40))
    report(
      "export as JSON Lines", library.command("export", "--format", "jsonl"),
      against: library.shell(".mode json", "SELECT \(columns) FROM catalogue"),
      Aim(ratio: 2.5, mebibytes: 40))
    search("a word of one book", library, "\(books / 2)", Aim(time: .milliseconds(20)))
    search("a word of one in 18", library, "garden", Aim(time: .milliseconds(20)))
    search("a word of every book", library, "the", Aim(time: .milliseconds(20)))
    search("two common words", library, "the garden", Aim(time: .milliseconds(20)))
    search("a prefix of one letter", library, "s*", Aim(time: .milliseconds(160)))
    let isbn = GoodreadsSample.isbn(books / 2)
    report(
      "find an ISBN", library.command("list", "isbn:\(isbn)"),
      against: library.shell("SELECT \(columns) FROM catalogue WHERE isbn = '\(isbn)'"),
      Aim(time: .milliseconds(12)))
    edit(library)
  }

  /// What does not depend on how many books there are, among a thousand and among many.
  static func runLarge(books: Int) throws {
    print("commands as processes, \(books) books; times among 1,000 in brackets")
    guard let program = Program.path else {
      print("  there is no libraryctl beside this program; make bench builds it")
      return
    }
    let directory = try TemporaryDirectory()
    defer { directory.remove(with: ["small.db", "large.db"]) }
    guard let small = try make(1000, in: directory, named: "small.db", program),
      let large = try make(books, in: directory, named: "large.db", program)
    else { return }
    let aim = Aim(ratio: 1.5)
    // The title of a book has its number, and no other number begins with one of as many digits.
    func both(_ name: String, _ words: (String) -> [String]) {
      report(
        name, Process([program, "--db", large.path] + words("\(books - 23)")),
        against: Process([program, "--db", small.path] + words("977")), aim)
    }
    both("list a page") { _ in ["list", "--limit", "50", "--sort", "title"] }
    both("show") { ["show", $0] }
    if let cost = edits(large, "number:977")?.edit, let among = edits(small, "number:977")?.edit {
      write("edit", cost, against: among, peak: nil, aim)
    }
    both("search a word of one book") { ["search", $0] }
    search("a word of every book", large, "the", Aim(time: .milliseconds(100)))
    search("two common words", large, "the garden", Aim(time: .milliseconds(100)))
    search("a prefix of one letter", large, "s*", Aim(time: .milliseconds(160)))
  }

  private static func make(
    _ books: Int, in directory: TemporaryDirectory, named name: String, _ program: String
  ) throws -> Library? {
    let file = directory.path + "/rows.csv"
    defer { unlink(file) }
    try GoodreadsSample.write(0..<books, to: file)
    let library = Library(program: program, path: "\(directory.path)/\(name)")
    if library.command("import", file, "--quiet").run() != nil { return library }
    print("  the library cannot be made")
    return nil
  }

  private static func search(_ name: String, _ library: Library, _ query: String, _ aim: Aim) {
    report(
      "search \(name)", library.command("search", query, "--limit", "20"),
      against: library.shell(
        """
        SELECT b.number, b.title, b.authors, b.year
        FROM books_fts JOIN books AS b ON b.number = books_fts.rowid
        WHERE books_fts MATCH '\(query)' ORDER BY bm25(books_fts) LIMIT 20
        """), aim)
  }

  /// A change of a thousand books, and taking it back.
  private static func edit(_ library: Library) {
    guard let costs = edits(library, "number:1..1000") else {
      print("  the edit failed")
      return
    }
    let shell = library.shell(
      "UPDATE books SET typed = json_set(typed, '$.location', 'x') WHERE number <= 1000"
    ).run()
    for (name, cost) in [("edit 1,000", costs.edit), ("undo it", costs.undo)] {
      write(name, cost, against: shell, peak: nil, Aim(time: .milliseconds(100)))
    }
  }

  /// The cheapest of several changes, each to something else, and of taking them back in turn.
  private static func edits(
    _ library: Library, _ query: String
  ) -> (edit: Process.Cost, undo: Process.Cost)? {
    var cheapest: (edit: Process.Cost, undo: Process.Cost)?
    for round in 0..<5 {
      guard
        let edit = library.command(
          "edit", "--query", query, "--set", "location=\(round)", "--quiet"
        ).run(), let undo = library.command("undo", "--quiet").run()
      else { return nil }
      cheapest = (
        cheapest.map { $0.edit.cheaper(edit) } ?? edit,
        cheapest.map { $0.undo.cheaper(undo) } ?? undo
      )
    }
    return cheapest
  }

  private static func report(
    _ name: String, _ ours: Process, against plain: Process, _ aim: Aim
  ) {
    guard let cost = ours.cost(of: 5) else {
      print("  \(name): it failed")
      return
    }
    let peak = aim.mebibytes == nil ? nil : Program.run(ours.command[0], ours.command.dropFirst())
    write(name, cost, against: plain.cost(of: 5), peak: peak?.peakMemory, aim)
  }

  private static func write(
    _ name: String, _ cost: Process.Cost, against plain: Process.Cost?, peak: Int?, _ aim: Aim
  ) {
    var line = "\(milliseconds(cost.time)) ms, of a processor \(milliseconds(cost.processorTime))"
    if let plain {
      line += "  (\(milliseconds(plain.time)), \(milliseconds(plain.processorTime)))"
    }
    if let time = aim.time {
      line += "  aim \(milliseconds(time)) ms\(cost.time <= time ? "" : ": MISSED")"
    }
    if let ratio = aim.ratio, let plain {
      let found = cost.processorTime / plain.processorTime
      line += "  \(Measure.rounded(found)) times by processor time, "
      line += "aim \(ratio)\(found <= ratio ? "" : ": MISSED")"
    }
    if let most = aim.mebibytes, let peak {
      let found = Double(peak) / 1_048_576
      line += "  \(Measure.rounded(found)) MiB, aim \(most)\(found <= most ? "" : ": MISSED")"
    }
    print("  \(name): \(line)")
  }

  private static func milliseconds(_ time: Duration) -> String {
    Measure.rounded(time / .milliseconds(1))
  }
}
