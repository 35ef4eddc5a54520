import Catalogue
import Testing

@testable import Storage

@Suite struct ConnectionTests {
  let connection: Connection

  init() throws {
    connection = try Connection.inMemory()
    try connection.execute(
      "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c REAL, d BLOB) STRICT; -- the end\n")
  }

  @Test("values come back as they were bound")
  func roundTrip() throws {
    try connection.run(
      "INSERT INTO t VALUES (?, ?, ?, ?)", Int64.max, "a\0bß", 1.5, [0, 1, 255] as [UInt8])
    try connection.run("INSERT INTO t VALUES (?, ?, ?, ?)", 1, "", nil as Double?, [] as [UInt8])
    let row = try connection.first("SELECT a, b, c, d FROM t WHERE a > 1") {
      ($0.int64(0), $0.text(1), $0.double(2), $0.bytes(3))
    }
    #expect(row?.0 == .max)
    #expect(row?.1 == "a\0bß")
    #expect(row?.2 == 1.5)
    #expect(row?.3 == [0, 1, 255])
    let empty = try connection.first("SELECT b, c, d FROM t WHERE a = 1") {
      ($0.optionalText(0), $0.optionalDouble(1), $0.isNull(2))
    }
    #expect(empty?.0 == "")
    #expect(empty?.1 == nil)
    #expect(empty?.2 == false)
  }

  @Test("invalid UTF-8 is repaired, and its bytes can be had")
  func invalidText() throws {
    try connection.execute("INSERT INTO t (b) VALUES (CAST(x'61FF62' AS TEXT))")
    #expect(try connection.first("SELECT b FROM t") { $0.text(0) } == "a\u{FFFD}b")
    let raw = try connection.first("SELECT b FROM t") { row in row.withUTF8(0) { Array($0) } }
    #expect(raw == [0x61, 0xFF, 0x62])
  }

  @Test("a statement is used again without its old values")
  func cachedStatement() throws {
    try connection.run("INSERT INTO t (a, b) VALUES (?, ?)", 1, "x")
    let again = try connection.prepare("INSERT INTO t (a, b) VALUES (?, ?)")
    try again.bind(2, at: 1)
    try again.run()
    #expect(
      try connection.first("SELECT b FROM t WHERE a = 2") { $0.optionalText(0) } == .some(nil))
  }

  @Test("one text prepared twice at once gives two statements")
  func twoAtOnce() throws {
    try connection.execute("INSERT INTO t (a) VALUES (1), (2)")
    let outer = try connection.prepare("SELECT a FROM t ORDER BY a")
    #expect(try outer.step())
    let inner = try connection.prepare("SELECT a FROM t ORDER BY a")
    #expect(try inner.step())
    #expect(try inner.step())
    #expect(inner.int64(0) == 2)
    #expect(outer.int64(0) == 1)
  }

  @Test("a statement that is dropped between rows ends its read")
  func droppedBetweenRows() throws {
    try connection.execute("INSERT INTO t (a) VALUES (1), (2)")
    #expect(try connection.first("SELECT a FROM t") { $0.int64(0) } == 1)
    // With a read still open, dropping the table would be refused as locked.
    try connection.execute("DROP TABLE t")
  }

  @Test("the cache keeps no more than its limit")
  func boundedCache() throws {
    let small = try Connection(path: ":memory:", statementLimit: 3)
    for number in 0..<10 { try small.run("SELECT \(number)") }
    #expect(small.statements.count == 3)
    #expect(small.statements.take("SELECT 9") != nil)
  }

  @Test("an error names what, where and why, and hides bound values")
  func errorText() throws {
    try connection.run("INSERT INTO t (a, b) VALUES (?, ?)", 1, "secret")
    let error = try #require(throws: StorageError.self) {
      try connection.run("INSERT INTO t (a, b) VALUES (?, ?)", 1, "secret")
    }
    #expect(error.kind == .constraint)
    #expect(error.code == 1555)
    #expect(error.sql == "INSERT INTO t (a, b) VALUES (?, ?)")
    #expect(error.description.contains("UNIQUE constraint failed: t.a"))
    #expect(!error.description.contains("secret"))
  }

  @Test("a query that takes too long is ended, and the connection goes on")
  func timeLimit() throws {
    let endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    let error = #expect(throws: StorageError.self) {
      try connection.withTimeLimit(.milliseconds(5)) { try connection.run(endless) }
    }
    #expect(error?.kind == .interrupted)
    #expect(try connection.first("SELECT 1") { $0.int(0) } == 1)
  }

  @Test("two statements where one is meant are refused")
  func trailingText() throws {
    let error = #expect(throws: StorageError.self) {
      try connection.run("DELETE FROM t; DELETE FROM t")
    }
    #expect(error?.kind == .misuse)
    #expect(throws: StorageError.self) { try connection.prepare(" -- nothing") }
  }

  @Test("a script stops at its first fault and shows that statement only")
  func scriptFault() throws {
    let error = #expect(throws: StorageError.self) {
      try connection.execute("INSERT INTO t (a) VALUES (1); INSERT INTO t (a) VALUES (1); bad")
    }
    #expect(error?.sql == " INSERT INTO t (a) VALUES (1);")
  }
}
