import CSQLite
import Storage

/// Inserts and fetches rows of a small table, against the raw C interface; both in memory, so that
/// what lies between is all that differs.
enum ConnectionBenchmark {
  static let table = "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL, d TEXT)"
  static let insertion = "INSERT INTO t VALUES (?, ?, ?, ?)"
  static let selection = "SELECT a, b, c, d FROM t"

  static func run(rows: Int) throws {
    let texts = (0..<1000).map { "The title of book number \($0), with a few words more" }
    let clock = ContinuousClock()
    var ours = (insert: Duration.seconds(1000), fetch: Duration.seconds(1000))
    var raw = ours
    for _ in 0..<5 {
      let connection = try Connection.inMemory()
      try connection.execute(table)
      ours.insert = min(
        ours.insert,
        try clock.measure {
          try connection.write {
            let statement = try connection.prepare(insertion)
            for row in 0..<rows {
              try statement.bind(row, texts[row % 1000], Double(row), nil as String?)
              try statement.run()
            }
          }
        })
      var length = 0
      ours.fetch = min(
        ours.fetch,
        try clock.measure {
          let statement = try connection.prepare(selection)
          while try statement.step() {
            length &+=
              statement.int(0) &+ statement.text(1).utf8.count &+ Int(statement.double(2))
              &+ (statement.optionalText(3)?.utf8.count ?? 0)
          }
        })
      var rawLength = 0
      var database: OpaquePointer?
      var statement: OpaquePointer?
      sqlite3_open_v2(
        ":memory:", &database,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
      sqlite3_exec(database, table, nil, nil, nil)
      raw.insert = min(
        raw.insert,
        clock.measure {
          sqlite3_exec(database, "BEGIN", nil, nil, nil)
          sqlite3_prepare_v2(database, insertion, -1, &statement, nil)
          for row in 0..<rows {
            sqlite3_bind_int64(statement, 1, Int64(row))
            sqlite3_bind_text(statement, 2, texts[row % 1000], -1, csqlite_transient())
            sqlite3_bind_double(statement, 3, Double(row))
            sqlite3_bind_null(statement, 4)
            sqlite3_step(statement)
            sqlite3_reset(statement)
          }
          sqlite3_finalize(statement)
          sqlite3_exec(database, "COMMIT", nil, nil, nil)
        })
      raw.fetch = min(
        raw.fetch,
        clock.measure {
          sqlite3_prepare_v2(database, selection, -1, &statement, nil)
          while sqlite3_step(statement) == SQLITE_ROW {
            let text = sqlite3_column_text(statement, 1)
            rawLength &+= Int(sqlite3_column_int64(statement, 0))
            rawLength &+= text == nil ? 0 : Int(sqlite3_column_bytes(statement, 1))
            rawLength &+= Int(sqlite3_column_double(statement, 2))
            if sqlite3_column_type(statement, 3) != SQLITE_NULL { rawLength &+= 1 }
          }
          sqlite3_finalize(statement)
        })
      sqlite3_close(database)
      guard length == rawLength else { return print("connection: the two read different rows") }
    }
    print(
      "\(rows) rows: insert \(ours.insert), raw C \(raw.insert), ratio \(ours.insert / raw.insert);"
        + " fetch \(ours.fetch), raw C \(raw.fetch), ratio \(ours.fetch / raw.fetch)")
  }
}
