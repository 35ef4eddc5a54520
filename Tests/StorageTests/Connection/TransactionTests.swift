import Testing

@testable import Storage

@Suite struct TransactionTests {
  struct Stop: Error {}
  let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT")
  }

  func rows() throws -> [Int64] {
    try connection.all("SELECT a FROM t ORDER BY a") { $0.int64(0) }
  }

  @Test("a write that throws leaves nothing")
  func rollback() throws {
    #expect(throws: Stop.self) {
      try connection.write {
        try connection.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(try rows() == [])
    try connection.write { try connection.run("INSERT INTO t VALUES (2)") }
    #expect(try rows() == [2])
  }

  @Test("a savepoint that throws undoes only its part")
  func savepoint() throws {
    try connection.write {
      try connection.run("INSERT INTO t VALUES (1)")
      #expect(throws: Stop.self) {
        try connection.savepoint {
          try connection.savepoint { try connection.run("INSERT INTO t VALUES (2)") }
          throw Stop()
        }
      }
      try connection.savepoint { try connection.run("INSERT INTO t VALUES (3)") }
    }
    #expect(try rows() == [1, 3])
  }

  @Test("a write within a write or a read says so")
  func reentrancy() throws {
    try connection.write {
      let error = #expect(throws: StorageError.self) { try connection.write {} }
      #expect(error?.kind == .misuse)
      #expect(error?.remedy.contains("savepoint") == true)
    }
    try connection.read {
      _ = #expect(throws: StorageError.self) { try connection.write {} }
    }
    #expect(throws: StorageError.self) { try connection.savepoint {} }
    try connection.write {}
  }

  @Test("a read within a write sees what was written")
  func readInWrite() throws {
    try connection.write {
      try connection.run("INSERT INTO t VALUES (1)")
      #expect(try connection.read { try rows() } == [1])
    }
  }

  @Test("a body that catches the error which undid its transaction cannot go on alone")
  func lostTransaction() throws {
    #expect(throws: StorageError.self) {
      try connection.write {
        try connection.run("INSERT INTO t VALUES (1)")
        try? connection.execute("INSERT OR ROLLBACK INTO t VALUES (1)")
        try connection.run("INSERT INTO t VALUES (2)")
      }
    }
    #expect(try rows() == [])
    try connection.write { try connection.run("INSERT INTO t VALUES (3)") }
    #expect(try rows() == [3])
  }
}
