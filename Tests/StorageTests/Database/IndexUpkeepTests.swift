import Testing

@testable import Storage

@Suite struct IndexUpkeepTests {
  let directory: TemporaryDirectory
  let database: Database
  var path: String { directory.file("library.db") }

  init() throws {
    directory = try TemporaryDirectory()
    database = try Database.open(
      at: directory.file("library.db"), access: .writing(create: true))
  }

  func add(_ imported: String, to connection: Connection) throws {
    try connection.run(
      "INSERT INTO books (account, imported, sync_state) VALUES (1, ?, 'no-isbn')", imported)
  }

  func found(_ words: String, on connection: Connection) throws -> [Int64] {
    try connection.all(
      "SELECT rowid FROM books_fts WHERE books_fts MATCH ? ORDER BY rowid", words
    ) { $0.int64(0) }
  }

  @Test("what is written is found in the same transaction's state, folded")
  func written() throws {
    try database.writeAndWait {
      try add(
        #"{"title":"Die Straße","authors":["Yaşar Çelik"],"language":"deu","published":"c1999"}"#,
        to: $0)
      try add(#"{"title":"紅樓夢","tags":["Роман"]}"#, to: $0)
    }
    try database.readAndWait { connection in
      #expect(try found("strasse", on: connection) == [1])
      #expect(try found("celik", on: connection) == [1])
      #expect(try found("\"樓 夢\"", on: connection) == [2])
      #expect(try found("роман", on: connection) == [2])
      let keys = try connection.first(
        "SELECT title_key, author_key, year FROM books WHERE number = 1"
      ) { [$0.text(0), $0.text(1), $0.text(2)] }
      #expect(keys == ["strasse", "celik, yasar", "1999"])
    }
  }

  @Test("the index is right when a write has been committed, before anyone reads")
  func rightAtCommit() throws {
    try database.writeAndWait { try add(#"{"title":"alpha"}"#, to: $0) }
    let other = try Connection(path: path)
    #expect(try found("alpha", on: other) == [1])
    #expect(try IndexUpkeep.isBehind(other) == false)
  }

  @Test("a change, a replacement and a deletion follow")
  func changed() throws {
    try database.writeAndWait { connection in
      for word in ["alpha", "beta", "gamma"] { try add(#"{"title":"\#(word)"}"#, to: connection) }
    }
    try database.writeAndWait { connection in
      try connection.run("UPDATE books SET typed = ? WHERE number = 1", #"{"title":"delta"}"#)
      try connection.run(
        "REPLACE INTO books (number, account, typed) VALUES (2, 1, ?)",
        #"{"title":"epsilon"}"#)
      try connection.run("DELETE FROM books WHERE number = 3")
    }
    try database.readAndWait { connection in
      #expect(try found("alpha OR beta OR gamma", on: connection) == [])
      #expect(try found("delta OR epsilon", on: connection) == [1, 2])
      #expect(try connection.integer("SELECT count(*) FROM books_fts") == 2)
      try connection.run("SELECT count(*) FROM books_fts WHERE books_fts MATCH 'delta'")
    }
  }

  @Test("an edit by hand is found by the next read, also of a database opened for reading")
  func byHand() throws {
    let hand = try Connection(path: path)
    try add(#"{"title":"typed by hand"}"#, to: hand)
    #expect(try database.readAndWait { try found("hand", on: $0) } == [1])
    try add(#"{"title":"again"}"#, to: hand)
    let reading = try Database.open(at: path, access: .reading)
    #expect(try reading.readAndWait { try found("again", on: $0) } == [2])
  }

  @Test("a locked database is read as it is, without waiting")
  func locked() throws {
    let hand = try Connection(path: path)
    try add(#"{"title":"typed by hand"}"#, to: hand)
    try hand.write {
      let meanwhile = try database.readAndWait { try found("hand", on: $0) }
      #expect(meanwhile == [])
    }
    #expect(try database.readAndWait { try found("hand", on: $0) } == [1])
  }

  @Test("a change of what is not indexed writes no index row")
  func untouched() throws {
    try database.writeAndWait { try add(#"{"title":"alpha"}"#, to: $0) }
    try database.writeAndWait { connection in
      let before = connection.totalChanges
      try connection.run("UPDATE books SET sync_state = 'failed' WHERE number = 1")
      try IndexUpkeep.run(connection)
      let after = connection.totalChanges
      // The book, its log entry by trigger, and the place in the log.
      #expect(after - before <= 4)
      #expect(try IndexUpkeep.isBehind(connection) == false)
    }
  }

  @Test("what no hand edit should have put there is passed over")
  func hostile() throws {
    try database.writeAndWait {
      try $0.run("DROP TRIGGER books_insert_values")
      try add(#"{"title":"alpha","authors":[1,{"a":2},"Beta",null]}"#, to: $0)
      try add(#"{"title":"gamma\ud800","contributors":[3],"authors":["x"]}"#, to: $0)
      try $0.execute(
        "INSERT INTO books (account, typed) VALUES (1, '{\"title\":\"' || CAST(x'FF' AS TEXT) || '\"}')"
      )
    }
    #expect(try database.readAndWait { try found("beta OR gamma", on: $0) } == [1, 2])
  }

  @Test("a rebuilt index is the one that was kept")
  func rebuilt() throws {
    try database.writeAndWait { connection in
      for number in 0..<50 {
        try add(#"{"title":"Title \#(number)","authors":["Ann \#(number)"]}"#, to: connection)
      }
    }
    func rows(_ connection: Connection) throws -> [String] {
      try connection.all("SELECT rowid || title || authors FROM books_fts ORDER BY rowid") {
        $0.text(0)
      }
    }
    let kept = try database.readAndWait { try rows($0) }
    try database.rebuildIndex()
    #expect(try database.readAndWait { try rows($0) } == kept)
    #expect(kept.count == 50)
  }
}
