import Catalogue
import Testing

@testable import Storage

@Suite struct ClaimTests {
  @Test("books are claimed in this order: never tried, failures by age, answers by age")
  func order() throws {
    let library = try TicketLibrary(books: 7)
    try library.sql(
      """
      UPDATE books SET sync_state = 'failed', sync_at = '2026-01-02T00:00:00.000Z' WHERE number = 1;
      UPDATE books SET sync_state = 'failed', sync_at = '2026-01-01T00:00:00.000Z' WHERE number = 2;
      UPDATE books SET sync_state = 'fetched', sync_at = '2025-01-02T00:00:00.000Z'
      WHERE number = 3;
      UPDATE books SET sync_state = 'fetched', sync_at = '2025-01-01T00:00:00.000Z'
      WHERE number = 4;
      UPDATE books SET sync_state = 'not-found', sync_at = '2025-01-01T00:00:00.000Z'
      WHERE number = 5;
      """)
    let request = try library.request { $0.answeredBefore = TicketLibrary.now }
    let numbers = try library.claim(request, for: library.holder()).books.map(
      \.book.number.rawValue)
    #expect(numbers == [6, 7, 2, 1, 4, 3, 5])
  }

  @Test("what was answered is not due without an age, and what failed not before its time")
  func notDue() throws {
    let library = try TicketLibrary(books: 4)
    try library.sql(
      """
      UPDATE books SET sync_state = 'fetched', sync_at = '2020-01-02T00:00:00.000Z'
      WHERE number = 1;
      UPDATE books SET sync_state = 'failed', sync_at = '\(TicketLibrary.later(60_000))' WHERE number = 2;
      UPDATE books SET isbn = NULL WHERE number = 3;
      """)
    let holder = try library.holder()
    #expect(try library.tickets(for: holder).map(\.book.rawValue) == [4])
    let retry = try library.request { $0.retriesFailed = true }
    #expect(try library.claim(retry, for: holder).books.map(\.book.number.rawValue) == [2])
  }

  @Test("a time further ahead than any wait counts as past, so a clock set back blocks nothing")
  func clockSetBack() throws {
    let library = try TicketLibrary(books: 2)
    try library.sql(
      """
      UPDATE books SET sync_state = 'failed', sync_at = '2099-01-01T00:00:00.000Z' WHERE number = 1;
      UPDATE books SET sync_state = 'fetched', sync_at = '2099-01-01T00:00:00.000Z'
      WHERE number = 2;
      """)
    let request = try library.request { $0.answeredBefore = TicketLibrary.later(-86_400_000) }
    let numbers = try library.claim(request, for: library.holder()).books.map(
      \.book.number.rawValue)
    #expect(numbers == [1, 2])
  }

  @Test("a claim is a multiple of the request's size")
  func multiples() throws {
    let library = try TicketLibrary(books: 12)
    let holder = try library.holder()
    #expect(try library.claim(library.request(limit: 11, size: 5), for: holder).books.count == 10)
    #expect(try library.claim(library.request(limit: 1, size: 5), for: holder).books.count == 1)
    #expect(try library.claim(library.request(limit: 11, size: 5), for: holder).books.count == 1)
  }

  @Test("what one run holds, another does not get")
  func heldElsewhere() throws {
    let library = try TicketLibrary(books: 4)
    let first = try library.holder()
    let second = try library.holder()
    #expect(try library.claim(library.request(limit: 2), for: first).books.count == 2)
    let claim = try library.claim(library.request(), for: second)
    #expect(claim.books.map(\.book.number.rawValue) == [3, 4])
    #expect(claim.heldElsewhere.map(\.rawValue) == [1, 2])
    let again = try library.claim(library.request(), for: second)
    #expect(again.books.isEmpty)
    #expect(again.heldElsewhere.map(\.rawValue) == [1, 2])
  }

  @Test("named books are claimed due or not; what cannot be fetched is named")
  func named() throws {
    let library = try TicketLibrary(books: 4)
    try library.sql(
      """
      UPDATE books SET sync_state = 'fetched', sync_at = '\(TicketLibrary.now)' WHERE number = 2;
      UPDATE books SET isbn = NULL WHERE number = 3;
      """)
    try library.remove(4)
    let request = try library.request {
      $0.numbers = [2, 3, 4, 99, 1].map(BookNumber.init(rawValue:))
    }
    let claim = try library.claim(request, for: library.holder())
    #expect(claim.books.map(\.book.number.rawValue) == [2, 1])
    #expect(claim.notClaimable.map(\.rawValue) == [3, 4, 99])
  }

  @Test("books that a run has had are passed over")
  func excluding() throws {
    let library = try TicketLibrary(books: 3)
    let request = try library.request { $0.excluding = [BookNumber(rawValue: 2)] }
    let claim = try library.claim(request, for: library.holder())
    #expect(claim.books.map(\.book.number.rawValue) == [1, 3])
  }

  @Test("told one by one, what is due is what a claim finds, in its order and within its limit")
  func told() throws {
    let library = try TicketLibrary(books: 8)
    try library.sql(
      """
      UPDATE books SET sync_state = 'failed', sync_at = '\(TicketLibrary.later(-2))'
      WHERE number = 1;
      UPDATE books SET sync_state = 'failed', sync_at = '\(TicketLibrary.later(60_000))'
      WHERE number = 2;
      UPDATE books SET sync_state = 'not-found', sync_at = '\(TicketLibrary.later(-9))'
      WHERE number = 3;
      UPDATE books SET isbn = NULL WHERE number = 6;
      """)
    let holder = try library.holder()
    _ = try library.claim(library.request { $0.numbers = [BookNumber(rawValue: 5)] }, for: holder)
    func told(_ request: ClaimRequest) throws -> [Int64] {
      var numbers: [Int64] = []
      try library.database.readAndWait {
        try Tickets.forEachDue(request, isAlive: { $0 == holder.number }, on: $0) {
          numbers.append($0.number.rawValue)
        }
      }
      return numbers
    }
    let due = try library.request { $0.answeredBefore = TicketLibrary.later(-9) }
    #expect(try told(due) == [4, 7, 8, 1, 3])
    var few = due
    few.limit = 2
    #expect(try told(few) == [4, 7])
    var named = due
    named.numbers = [8, 5, 6, 2].map { BookNumber(rawValue: $0) }
    #expect(try told(named) == [8, 2])
    let claim = try library.claim(due, for: library.holder())
    #expect(claim.books.map(\.book.number.rawValue) == [4, 7, 8, 1, 3])
  }

  @Test("what is due is counted without what others hold, also of named books")
  func counted() throws {
    let library = try TicketLibrary(books: 6)
    try library.sql(
      """
      UPDATE books SET sync_state = 'fetched', sync_at = '\(TicketLibrary.now)' WHERE number = 5;
      UPDATE books SET isbn = NULL WHERE number = 6;
      """)
    let holder = try library.holder()
    _ = try library.claim(library.request(limit: 2), for: holder)
    func due(_ request: ClaimRequest) throws -> DueBooks {
      try library.database.readAndWait {
        try Tickets.due(request, isAlive: { $0 == holder.number }, on: $0)
      }
    }
    #expect(try due(library.request()) == DueBooks(free: 2, held: 2))
    let named = try library.request {
      $0.numbers = [1, 3, 5, 6, 99, 3].map(BookNumber.init(rawValue:))
    }
    #expect(try due(named) == DueBooks(free: 2, held: 1))
    let nobody = try library.database.readAndWait {
      try Tickets.due(library.request(), isAlive: { _ in false }, on: $0)
    }
    #expect(nobody == DueBooks(free: 4, held: 0))
  }

  @Test("nothing is claimed when the run's epoch has ended")
  func epochOver() throws {
    let library = try TicketLibrary()
    let request = try library.request()
    try library.sql("INSERT INTO accounts (name, source, is_current) VALUES ('b', 'file', 1)")
    let claim = try library.claim(request, for: library.holder())
    #expect(claim.isEpochOver)
    #expect(claim.books.isEmpty)
  }

  @Test("a row that cannot be read holds up no other")
  func unreadable() throws {
    let library = try TicketLibrary(books: 3)
    try library.sql(
      "PRAGMA ignore_check_constraints = ON; UPDATE books SET incarnation = 'x' WHERE number = 2")
    let claim = try library.claim(library.request(), for: library.holder())
    #expect(claim.books.map(\.book.number.rawValue) == [1, 3])
    #expect(claim.unreadable.keys.map(\.rawValue) == [2])
  }

  @Test("the statements of a claim scan nothing and sort nothing")
  func plan() throws {
    let library = try TicketLibrary(books: 3)
    try library.sql("ANALYZE")
    try library.database.readAndWait { connection in
      for condition in ["b.sync_at IS NULL", "b.sync_at > 'a' AND b.sync_at <= 'b'"] {
        let plan = try connection.all(
          """
          EXPLAIN QUERY PLAN
          SELECT b.number, t.serial
          FROM books AS b INDEXED BY books_due LEFT JOIN tickets AS t ON t.number = b.number
          WHERE b.account = 1 AND b.sync_state = 'never' AND \(condition)
            AND b.removed_at IS NULL AND b.isbn IS NOT NULL
          ORDER BY b.sync_at, b.number
          """
        ) { $0.text(3) }
        #expect(!plan.contains { $0.contains("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
      }
    }
  }
}
