import CSQLite
import Glibc
import Storage

/// Opens a library and reads one row, against the raw C interface.
enum OpeningBenchmark {
  static func run(times: Int) throws {
    let path = "/tmp/libraryctl-bench-\(getpid()).db"
    defer { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) } }
    try Database.open(at: path, access: .writing(create: true)).close()
    let clock = ContinuousClock()
    let reading = try clock.measure {
      for _ in 0..<times {
        let database = try Database.open(at: path, access: .reading)
        _ = try database.readAndWait { try $0.first("SELECT count(*) FROM books") { $0.int64(0) } }
        database.close()
      }
    }
    let writing = try clock.measure {
      for _ in 0..<times {
        let database = try Database.open(at: path, access: .writing(create: false))
        try database.writeAndWait { _ in }
        database.close()
      }
    }
    let raw = clock.measure {
      for _ in 0..<times {
        var database: OpaquePointer?
        sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        sqlite3_exec(database, "SELECT count(*) FROM books", nil, nil, nil)
        sqlite3_close(database)
      }
    }
    print(
      "open, read, close: \(reading / times), open, write, close: \(writing / times), "
        + "raw C: \(raw / times), ratios \(reading / raw) and \(writing / raw)")
  }
}
