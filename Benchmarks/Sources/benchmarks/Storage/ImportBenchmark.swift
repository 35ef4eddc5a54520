import CSQLite
import Catalogue
import Formats
import Glibc
import Storage

/// Imports a Goodreads export, against the raw C interface inserting the same rows into the same
/// schema with its triggers.
enum ImportBenchmark {
  static func run(rows: Int) throws {
    let directory = try TemporaryDirectory()
    let names = ["a.db", "b.db"]
    defer { directory.remove(with: names) }
    let sample = GoodreadsSample(rows: rows)
    var fastest = (ours: Duration.seconds(1000), raw: Duration.seconds(1000))
    for _ in 0..<3 {
      names.forEach(directory.remove)
      let clock = ContinuousClock()
      let imported = try clock.measure { try importAll(sample, into: "\(directory.path)/a.db") }
      let stored = try stored(in: "\(directory.path)/a.db")
      try Database.open(at: "\(directory.path)/b.db", access: .writing(create: true)).close()
      let inserted = clock.measure { insertAll(stored, into: "\(directory.path)/b.db") }
      fastest = (min(fastest.ours, imported), min(fastest.raw, inserted))
    }
    Measure.report(
      "import of \(rows) Goodreads rows into a new library", fastest.ours, aim: .seconds(5),
      against: ("raw C", fastest.raw), ratio: 2)
  }

  /// Imports as the program does it: how long, and in how much memory.
  static func runProgram() throws {
    print("import by the program, 100,000 rows, a million, and 100,000 more")
    guard let program = Program.path else {
      print("  there is no libraryctl beside this program; make bench builds it")
      return
    }
    let directory = try TemporaryDirectory()
    let names = ["small.db", "large.db"]
    defer { directory.remove(with: names) }
    let file = directory.path + "/rows.csv"
    defer { unlink(file) }
    var times: [Duration] = []
    for (rows, name) in [
      (0..<100_000, names[0]), (0..<1_000_000, names[1]), (1_000_000..<1_100_000, names[1]),
    ] {
      try GoodreadsSample.write(rows, to: file)
      guard
        let run = Program.run(
          program, ["--db", "\(directory.path)/\(name)", "import", file, "--quiet"])
      else {
        print("  the import failed")
        return
      }
      times.append(run.duration)
      let memory = Measure.rounded(Double(run.peakMemory) / 1_048_576)
      let ratio = Measure.rounded(run.duration / times[0])
      let aim = times.count == 1 ? "" : times.count == 2 ? ", aim 12" : ", aim 1.5"
      Measure.report("\(rows.count) rows: s (times the first\(aim))", "\(run.duration) (\(ratio))")
      Measure.report("  peak memory, MiB (aim 64)", memory)
    }
  }

  private static func importAll(_ sample: GoodreadsSample, into path: String) throws {
    let database = try Database.open(at: path, access: .writing(create: true))
    var offset = 0
    var reader = try ImportReader {
      guard offset < sample.bytes.count else { return nil }
      let end = min(offset + 65536, sample.bytes.count)
      defer { offset = end }
      return Array(sample.bytes[offset..<end])
    }
    try database.withWriter { connection in
      try connection.prepareForManyRows()
      var generator = SystemRandomNumberGenerator()
      var milliseconds: UInt64 = 1_780_000_000_000
      let writer = try ImportWriter(
        connection,
        settings: ImportSettings(
          account: AccountID(rawValue: 1), now: Instant(rawValue: 1_780_000_000_000)),
        makeID: {
          milliseconds += 1
          return BookID(milliseconds: milliseconds, using: &generator)
        })
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

  private static func stored(in path: String) throws -> [[String?]] {
    let database = try Database.open(at: path, access: .reading)
    return try database.readAndWait { connection in
      try connection.all(
        """
        SELECT id, account, isbn, origin_key, imported, sync_state, added_at, title_key, author_key,
          year
        FROM books ORDER BY number
        """
      ) { row in (0..<10).map { row.optionalText($0) } }
    }
  }

  private static func insertAll(_ rows: [[String?]], into path: String) {
    var database: OpaquePointer?
    var statement: OpaquePointer?
    sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    sqlite3_exec(database, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", nil, nil, nil)
    sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil)
    sqlite3_prepare_v2(
      database,
      """
      INSERT INTO books (id, account, isbn, origin_key, imported, sync_state, added_at, title_key,
        author_key, year)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, -1, &statement, nil)
    for row in rows {
      for (column, text) in row.enumerated() {
        if let text {
          sqlite3_bind_text(statement, Int32(column + 1), text, -1, csqlite_transient())
        } else {
          sqlite3_bind_null(statement, Int32(column + 1))
        }
      }
      guard sqlite3_step(statement) == SQLITE_DONE else {
        print("raw C: \(String(cString: sqlite3_errmsg(database)))")
        break
      }
      sqlite3_reset(statement)
    }
    sqlite3_finalize(statement)
    sqlite3_exec(database, "COMMIT", nil, nil, nil)
    sqlite3_close(database)
  }
}
