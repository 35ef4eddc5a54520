import CSQLite
import Catalogue
import Testing

@testable import Storage

@Suite struct QueryPlanTests {
  let library: Library

  init() throws {
    library = try Library()
    let books = (0..<3000).map { index in
      library.newBook(isbn: index % 5 == 0 ? nil : .sample(index % 2500)) {
        $0.title = index % 11 == 0 ? nil : "title \(index * 7919 % 3000)"
        $0.authors = ["Author \(index % 40)"]
        $0.published = index % 3 == 0 ? nil : "\(1900 + index % 120)"
        $0.tags = ["a", "b"]
      }
    }
    try library.write { try BookAdding.add(books, to: Library.home, at: Library.now, on: $0) }
  }

  /// Runs work and tells what its statements did without an index. The statements are kept for the
  /// next use, so all of them are still there to be asked.
  func cost(
    _ connection: Connection, _ body: (Connection) throws -> Void
  ) throws -> (scans: Int, sorts: Int, statements: [String]) {
    func sum(reset: Int32) -> (Int, Int, [String]) {
      var scans = 0
      var sorts = 0
      var guilty: [String] = []
      var statement = sqlite3_next_stmt(connection.handle, nil)
      while statement != nil {
        let scan = Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, reset))
        let sort = Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_SORT, reset))
        if scan + sort > 0, let sql = sqlite3_sql(statement) {
          guilty.append(String(cString: sql))
        }
        scans += scan
        sorts += sort
        statement = sqlite3_next_stmt(connection.handle, statement)
      }
      return (scans, sorts, guilty)
    }
    _ = sum(reset: 1)
    try body(connection)
    return sum(reset: 0)
  }

  func expectIndexed(
    _ what: String, _ body: (Connection) throws -> Void
  ) throws {
    try library.write { connection in
      let cost = try cost(connection, body)
      #expect(cost.scans == 0 && cost.sorts == 0, "\(what): \(cost)")
    }
  }

  @Test("the test sees a scan and a sort")
  func seesThem() throws {
    try library.read { connection in
      let cost = try cost(connection) {
        try $0.forEach("SELECT number FROM books ORDER BY notes") { _ in }
      }
      #expect(cost.scans > 2000 && cost.sorts == 1)
    }
  }

  @Test("a page in any order, from the start or from the middle, reads on from an index")
  func pages() throws {
    for key in BookSort.Key.allCases {
      for descending in [false, true] {
        for after in [nil, 1500, 11] as [Int64?] {
          let page = BookPage(
            account: Library.home, sort: BookSort(key, descending: descending),
            after: after.map { BookNumber(rawValue: $0) }, limit: 50)
          try expectIndexed("\(page)") { connection in
            try page.forEachJSON(on: connection) { _ in }
            try page.forEachRow(on: connection) { _ in }
          }
          var backwards = page
          backwards.isBackwards = true
          try expectIndexed("\(backwards)") { connection in
            _ = try backwards.numbers(on: connection)
          }
        }
      }
    }
  }

  @Test("a book is found by number, id and ISBN through an index")
  func references() throws {
    let number = BookNumber(rawValue: 1501)
    let id = try #require(try library.book(number)).id
    for reference in [.number(number), .id(id), .isbn(.sample(1501))] as [BookReference] {
      try expectIndexed("\(reference)") { connection in
        _ = try reference.resolve(in: Library.home, on: connection)
      }
    }
  }

  @Test("show, add, edit, remove and restore touch their own rows alone")
  func commands() throws {
    let number = BookNumber(rawValue: 1500)
    let new = library.newBook(isbn: .sample(9000)) { $0.title = "new" }
    var edit = BookEdit()
    edit.set.title = "another"
    edit.keep = [.publisher, .series]
    edit.addTags = ["c"]
    edit.removeTags = ["a"]
    edit.isbn = .set(.sample(9001))
    try expectIndexed("show") { connection in
      _ = try BookOverview.read([number], in: Library.home, on: connection)
    }
    try expectIndexed("add") { connection in
      try BookAdding.add([new], to: Library.home, at: Library.now, on: connection)
    }
    try expectIndexed("edit") { connection in
      let outcome = try BookEditing.edit(
        [number], edit, in: Library.home, at: Library.now, on: connection)
      #expect(outcome.edited == [number])
    }
    try expectIndexed("remove and restore") { connection in
      try BookRemoving.remove([number], from: Library.home, at: Library.now, on: connection)
      try BookRemoving.restore([number], to: Library.home, at: Library.now, on: connection)
    }
    try expectIndexed("index upkeep") { connection in try IndexUpkeep.run(connection) }
    try expectIndexed("windows") { connection in
      _ = try BookRows.read(numbers: [number], in: Library.home, on: connection)
    }
  }

  @Test("a claim and its completion touch the books that are claimed, whatever their state")
  func tickets() throws {
    let holder = try TicketHolder(lockPath: library.database.lockPath)
    let account = try library.read { try Accounts.current(on: $0) }
    // Enough of each state that none can be found by looking at all.
    try library.write {
      try $0.run(
        """
        UPDATE books SET sync_at = ?,
          sync_state = CASE number % 4 WHEN 0 THEN 'failed' WHEN 1 THEN 'fetched'
            WHEN 2 THEN 'not-found' ELSE 'never' END
        WHERE isbn IS NOT NULL
        """, Library.now)
    }
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch,
      now: Instant(rawValue: Library.now.rawValue + 1000), limit: 50, requestSize: 25)
    var claimed: [ClaimedBook] = []
    try expectIndexed("claim of what is due") { connection in
      claimed = try Tickets.claim(request, for: holder, on: connection).books
    }
    #expect(claimed.count == 50)
    request.retriesFailed = true
    request.answeredBefore = request.now
    request.limit = 2000
    try expectIndexed("claim of everything") { connection in
      let claim = try Tickets.claim(request, for: holder, on: connection)
      #expect(Set(claim.books.map(\.book.syncState)).count > 1)
    }
    try expectIndexed("what is left") { connection in
      let due = try Tickets.dueCount(request, on: connection)
      var named = request
      named.numbers = claimed.map(\.book.number)
      let among = try Tickets.dueCount(named, on: connection)
      #expect(due == 2400 && among == 50)
    }
    try expectIndexed("renewal") { connection in
      let dead = try Tickets.renew(claimed.map(\.ticket), at: request.now, on: connection)
      #expect(dead.isEmpty)
    }
    let first = try #require(claimed.first)
    var details = BookDetails()
    details.title = "fetched"
    let record = TitleRecord(isbn: first.ticket.isbn, details: details)
    var new = first.book
    new.typed.title = "typed"
    let redemption = Redemption(ticket: first.ticket, outcome: .found(record), at: Library.now)
    try expectIndexed("write of a window's change") { connection in
      let verdict = try BookChanges.write(
        from: first.book, to: new, redeeming: redemption, at: Library.now, on: connection)
      #expect(verdict == BookVerdict())
    }
    try expectIndexed("giving back") { connection in
      _ = try Tickets.giveBack(claimed.map(\.ticket), on: connection)
    }
  }

  /// An index of the account leads to every book of the account, which counts as no scan.
  @Test("a book of a window is read, changed and removed without a look at the others")
  func windowByID() throws {
    let book = try #require(try library.book(BookNumber(rawValue: 1500)))
    var edited = book
    edited.typed.title = "another"
    try library.write { connection in
      var read: [Book] = []
      let reading = try steps(connection) {
        read = try BookRows.read(ids: [book.id], in: Library.home, on: $0)
      }
      #expect(read == [book])
      let editing = try steps(connection) {
        let verdict = try BookChanges.write(from: book, to: edited, at: Library.now, on: $0)
        #expect(verdict == BookVerdict())
      }
      let removing = try steps(connection) {
        let verdict = try BookChanges.write(from: edited, to: nil, at: Library.now, on: $0)
        #expect(verdict == BookVerdict())
      }
      // The account has 3,000 books.
      #expect(reading < 500 && editing < 2000 && removing < 2000, "\((reading, editing, removing))")
    }
  }

  /// How many instructions SQLite runs for some work (https://www.sqlite.org/c3ref/stmt_status.html).
  private func steps(_ connection: Connection, _ body: (Connection) throws -> Void) throws -> Int {
    func sum(reset: Int32) -> Int {
      var sum = 0
      var statement = sqlite3_next_stmt(connection.handle, nil)
      while statement != nil {
        sum += Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, reset))
        statement = sqlite3_next_stmt(connection.handle, statement)
      }
      return sum
    }
    _ = sum(reset: 1)
    try body(connection)
    return sum(reset: 0)
  }

  @Test("the current account is found by itself, and failures come in order from an index")
  func statusAndAccounts() throws {
    try library.write {
      try $0.run("UPDATE books SET sync_state = 'failed' WHERE isbn IS NOT NULL")
    }
    try expectIndexed("accounts") { connection in
      _ = try Accounts.current(on: connection)
      _ = try Accounts.named("home", on: connection)
      _ = try Accounts.use("home", on: connection)
      _ = try Accounts.bookCounts(Library.home, on: connection)
    }
    try expectIndexed("failures") { connection in
      try SyncFailure.forEach(in: Library.home, on: connection) { _ in }
    }
    try expectIndexed("status") { connection in
      let status = try SyncStatus.read(
        Library.home, at: Library.now, isAlive: { _ in true }, on: connection)
      #expect(status.books == 3000)
    }
  }

  @Test("a search looks at the books that match alone, and sorts no more than it ranks")
  func search() throws {
    try library.read { connection in
      let cost = try cost(connection) { connection in
        let found = try BookSearch.find(
          BookQuery("author title 7"), in: Library.home, limit: 10, on: connection)
        #expect(found.count == 10)
      }
      #expect(cost.scans == 0 && cost.sorts <= 1, "\(cost)")
    }
  }
}
