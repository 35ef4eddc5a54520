import Catalogue
import Testing

@testable import Storage

@Suite struct RedeemTests {
  @Test("a ticket that stands is accepted once")
  func once() throws {
    let library = try TicketLibrary(books: 1)
    let ticket = try #require(try library.tickets(for: library.holder()).first)
    #expect(try library.redeem(ticket) == nil)
    #expect(try library.title(1) == "Fetched")
    #expect(
      try library.redeem(ticket, with: TicketLibrary.found(ticket, title: "Again")) == .expired)
    #expect(try library.title(1) == "Fetched")
  }

  @Test("an answer adds to what was fetched; an empty one erases nothing; the user's word stands")
  func answers() throws {
    let library = try TicketLibrary(books: 1)
    let holder = try library.holder()
    try library.sql("UPDATE books SET typed = '{\"publisher\":\"Mine\"}'")
    let first = try #require(try library.tickets(for: holder).first)
    var details = BookDetails()
    details.title = "One"
    details.publisher = "Theirs"
    details.pages = 7
    #expect(
      try library.redeem(first, with: .found(TitleRecord(isbn: first.isbn, details: details)))
        == nil)
    let all = try library.request { $0.answeredBefore = TicketLibrary.later(1) }
    let second = try #require(try library.claim(all, for: library.holder()).books.first?.ticket)
    #expect(
      try library.redeem(second, with: .found(TitleRecord(isbn: second.isbn, details: .init())))
        == nil)
    #expect(try library.value("SELECT title || pages || publisher FROM books") == "One7Mine")
  }

  @Test("what became of a fetch is kept apart")
  func outcomes() throws {
    let library = try TicketLibrary(books: 5)
    let tickets = try library.tickets(for: library.holder())
    let other = try TicketLibrary.isbn(77)
    let outcomes: [TitleOutcome] = [
      .unchanged, .notFound, .failed(.server(status: 503)), .failed(.rateLimited(retryAfter: 1e12)),
      .found(TitleRecord(isbn: other, details: .init())),
    ]
    for (ticket, outcome) in zip(tickets, outcomes) {
      #expect(try library.redeem(ticket, with: outcome) == nil)
    }
    let rows = try library.database.readAndWait { connection in
      try connection.all("SELECT sync_state, sync_at, sync_detail FROM books ORDER BY number") {
        [$0.text(0), $0.text(1), $0.text(2)]
      }
    }
    let now = TicketLibrary.now.description
    #expect(
      rows == [
        ["fetched", now, ""], ["not-found", now, ""],
        ["failed", TicketLibrary.later(60_000).description, "server: 503"],
        ["failed", TicketLibrary.later(86_400_000).description, "rate-limited: 1000000000000.0"],
        ["not-found", now, ""],
      ])
  }

  @Test("each failure is read back as it was")
  func details() {
    let failures: [TitleFailure] = [
      .offline("no route: x"), .unconfigured(""), .unauthorised, .rateLimited(retryAfter: nil),
      .rateLimited(retryAfter: 2.5), .server(status: 500), .timedOut, .tooLarge, .malformed("a: b"),
      .unreadable("a: b"),
    ]
    for failure in failures { #expect(TitleFailure(detail: failure.detail) == failure) }
    #expect(TitleFailure(detail: "typed by hand") == nil)
  }

  @Test("a book waits a day for a bad record of its own, and minutes for an answer that is none")
  func waits() {
    #expect(TitleFailure.malformed("title is not text").wait == 86_400_000)
    for failure in [TitleFailure.unreadable("HTML"), .tooLarge, .server(status: 404)] {
      #expect(failure.wait == 300_000)
    }
  }

  /// How a ticket dies, and the reason that is then given.
  static let deaths: [(String, String, Refusal)] = [
    ("removal", "UPDATE books SET removed_at = '2026-11-30T07:00:00.000Z'", .removed),
    (
      "removal and restoring",
      """
      UPDATE books SET removed_at = '2026-11-30T07:00:00.000Z';
      UPDATE books SET removed_at = NULL
      """, .removed
    ),
    ("deletion", "DELETE FROM books", .removed),
    (
      "deletion and the same number again",
      """
      CREATE TEMP TABLE old AS SELECT number, id, account, isbn FROM books;
      DELETE FROM books;
      INSERT INTO books (number, id, account, isbn) SELECT * FROM old
      """, .removed
    ),
    (
      "a row in its place",
      "REPLACE INTO books (number, id, account, isbn) SELECT number, id, account, isbn FROM books",
      .removed
    ),
    ("a new incarnation", "UPDATE books SET incarnation = '0123456789abcdef'", .removed),
    ("another ISBN", "UPDATE books SET isbn = '9780306406157'", .isbnChanged),
    ("no ISBN", "UPDATE books SET isbn = NULL", .isbnChanged),
    (
      "another ISBN and back",
      """
      CREATE TEMP TABLE kept AS SELECT isbn FROM books;
      UPDATE books SET isbn = '9780306406157';
      UPDATE books SET isbn = (SELECT isbn FROM kept)
      """, .expired
    ),
    (
      "leaving the account",
      "INSERT INTO accounts (name, source, is_current) VALUES ('b', 'file', 1)", .accountSwitched
    ),
    (
      "leaving the account and coming back",
      """
      INSERT INTO accounts (name, source) VALUES ('b', 'file');
      UPDATE accounts SET is_current = 1 WHERE name = 'b';
      UPDATE accounts SET is_current = 1 WHERE name = 'home'
      """, .accountSwitched
    ),
    (
      "another server",
      "UPDATE accounts SET endpoint = 'https://example.org' WHERE id = 1", .accountSwitched
    ),
    ("signing out", "UPDATE accounts SET epoch = epoch + 1000", .accountSwitched),
    ("a ticket taken away", "DELETE FROM tickets", .expired),
  ]

  @Test("a ticket dies, and the refusal says why", arguments: deaths)
  func dies(_ name: String, _ sql: String, _ reason: Refusal) throws {
    let library = try TicketLibrary(books: 1)
    let ticket = try #require(try library.tickets(for: library.holder()).first)
    try library.sql(sql)
    #expect(try library.redeem(ticket) == reason, "\(name)")
    #expect(try library.value("SELECT count(*) FROM books WHERE fetched <> '{}'") == "0")
    #expect(try library.value("SELECT count(*) FROM tickets") == "0")
  }

  /// Changes that end a ticket, and the reason that is then given.
  static let changes: [(String, Refusal)] = [
    ("UPDATE books SET removed_at = '2026-11-30T07:00:00.000Z'", .removed),
    ("UPDATE books SET incarnation = '00000000000000ff'", .removed),
    ("UPDATE books SET isbn = '9780306406157'", .isbnChanged),
    ("UPDATE accounts SET epoch = epoch + 100", .accountSwitched),
  ]

  @Test(
    "the redemption itself looks at book and account, also where no trigger has ended the ticket",
    arguments: changes)
  func withoutTriggers(_ change: String, _ reason: Refusal) throws {
    let library = try TicketLibrary(books: 1)
    let ticket = try #require(try library.tickets(for: library.holder()).first)
    for trigger in ["removal", "incarnation", "isbn_change"] {
      try library.sql("DROP TRIGGER books_\(trigger)")
    }
    try library.sql("DROP TRIGGER accounts_epoch")
    try library.sql(change)
    #expect(try library.value("SELECT count(*) FROM tickets") == "1")
    #expect(try library.redeem(ticket) == reason)
    #expect(try library.value("SELECT count(*) FROM books WHERE fetched <> '{}'") == "0")
  }

  @Test("a redemption whose transaction fails has used up nothing and written nothing")
  func rolledBack() throws {
    struct Failure: Error {}
    let library = try TicketLibrary(books: 1)
    let ticket = try #require(try library.tickets(for: library.holder()).first)
    var details = BookDetails()
    details.title = "Written"
    let record = TitleRecord(isbn: ticket.isbn, details: details)
    #expect(throws: Failure.self) {
      try library.database.writeAndWait { connection in
        let refusal = try Tickets.redeem(
          ticket, with: .found(record), at: TicketLibrary.now, on: connection)
        #expect(refusal == nil)
        throw Failure()
      }
    }
    #expect(try library.title(1) == nil)
    #expect(try library.redeem(ticket) == nil)
  }

  @Test("renaming, and using the account that is used already, end nothing")
  func harmless() throws {
    let library = try TicketLibrary(books: 1)
    let ticket = try #require(try library.tickets(for: library.holder()).first)
    try library.sql(
      """
      UPDATE accounts SET is_current = 1 WHERE id = 1;
      UPDATE accounts SET name = 'casa', contact = 'a@example.org', rate = 1 WHERE id = 1;
      UPDATE books SET typed = '{"title":"Mine"}'
      """)
    #expect(try library.redeem(ticket) == nil)
    #expect(try library.title(1) == "Mine")
  }

  @Test("an account that is left and used again has a new epoch, and no epoch comes twice")
  func epochs() throws {
    let library = try TicketLibrary(books: 1)
    try library.sql("INSERT INTO accounts (name, source) VALUES ('b', 'file')")
    var seen: Set<Int64> = []
    for _ in 0..<4 {
      for name in ["b", "home"] {
        try library.sql("UPDATE accounts SET is_current = 1 WHERE name = '\(name)'")
        let left = AccountID(rawValue: name == "b" ? 1 : 2)
        #expect(seen.insert(try library.epoch(left).rawValue).inserted)
        #expect(try library.value("SELECT count(*) FROM accounts WHERE is_current") == "1")
      }
    }
  }

  @Test("a lease that ran out is no reason to refuse while nobody else has claimed the book")
  func lateButAlone() throws {
    let library = try TicketLibrary(books: 1)
    let ticket = try #require(try library.tickets(for: library.holder()).first)
    #expect(try library.redeem(ticket, at: TicketLibrary.later(10_000_000_000)) == nil)
  }

  @Test("a run that slept through its lease is superseded, and cannot complete")
  func superseded() throws {
    let library = try TicketLibrary(books: 1)
    let sleeper = try library.holder()
    let old = try #require(try library.tickets(for: sleeper).first)
    let other = try library.holder()
    #expect(try library.tickets(for: other, at: TicketLibrary.later(119_999)).isEmpty)
    let new = try #require(
      try library.tickets(for: other, at: TicketLibrary.later(120_000)).first)
    #expect(new.serial > old.serial)
    #expect(try library.redeem(old) == .superseded)
    #expect(try library.redeem(new) == nil)
    #expect(try library.redeem(old) == .superseded)
    #expect(try library.redeem(new) == .expired)
    #expect(try library.value("SELECT count(*) FROM changes WHERE kind = 'update'") == "1")
  }

  @Test("a ticket that was issued in the future, or for too long, holds nobody up")
  func futureDated() throws {
    let library = try TicketLibrary(books: 1)
    _ = try library.tickets(for: library.holder(), at: TicketLibrary.later(60_000))
    let living = try library.holder()
    #expect(try library.tickets(for: living).count == 1)
    try library.sql("UPDATE tickets SET expires_at = '2099-01-01T00:00:00.000Z'")
    #expect(try library.tickets(for: library.holder()).count == 1)
  }

  @Test("a ticket given back is free for others, and counts only while it stood")
  func givenBack() throws {
    let library = try TicketLibrary(books: 2)
    let holder = try library.holder()
    let tickets = try library.tickets(for: holder)
    try library.remove(2)
    let dead = try library.database.writeAndWait { try Tickets.giveBack(tickets, on: $0) }
    #expect(dead == [tickets[1]: .removed])
    #expect(try library.redeem(tickets[0]) == .expired)
    #expect(try library.tickets(for: library.holder()).map(\.book.rawValue) == [1])
  }

  @Test("a renewed lease keeps others away; a dead ticket is not renewed")
  func renewed() throws {
    let library = try TicketLibrary(books: 2)
    let holder = try library.holder()
    let tickets = try library.tickets(for: holder)
    try library.remove(2)
    let dead = try library.database.writeAndWait {
      try Tickets.renew(tickets, at: TicketLibrary.later(100_000), on: $0)
    }
    #expect(dead == [tickets[1]: .removed])
    #expect(try library.tickets(for: library.holder(), at: TicketLibrary.later(150_000)).isEmpty)
  }

  @Test("a ticket with another's serial, or an invented one, is refused")
  func forged() throws {
    let library = try TicketLibrary(books: 2)
    let tickets = try library.tickets(for: library.holder())
    let forged = Ticket(
      serial: tickets[1].serial, account: tickets[0].account, epoch: tickets[0].epoch,
      book: tickets[0].book, incarnation: tickets[0].incarnation, isbn: tickets[0].isbn)
    #expect(try library.redeem(forged) != nil)
    #expect(try library.title(1) == nil)
    #expect(try library.redeem(tickets[0]) == nil)
    #expect(try library.redeem(tickets[1]) == nil)
  }
}
