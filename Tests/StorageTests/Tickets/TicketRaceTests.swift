import Catalogue
import Determinism
import Testing

@testable import Storage

/// What happens between a fetch and its completion, in any order.
@Suite struct TicketRaceTests {
  typealias Completion =
    @Sendable (TicketLibrary, Ticket, () throws -> Void) throws -> Bool

  /// The check is part of the transaction that writes.
  static let right: Completion = { library, ticket, meanwhile in
    try meanwhile()
    return try library.redeem(ticket) == nil
  }

  /// Checks in one transaction, writes in the next.
  static let checkedBefore: Completion = { library, ticket, meanwhile in
    let stands = try library.database.writeAndWait { try Tickets.take(ticket, on: $0) }
    try meanwhile()
    if stands { try write(library, ticket) }
    return stands
  }

  /// Writes without a check.
  static let unchecked: Completion = { library, ticket, meanwhile in
    try meanwhile()
    try write(library, ticket)
    return true
  }

  static func write(_ library: TicketLibrary, _ ticket: Ticket) throws {
    try library.database.writeAndWait {
      try Tickets.write(TicketLibrary.found(ticket), for: ticket, at: TicketLibrary.now, on: $0)
    }
  }

  static let changes = [
    "UPDATE books SET removed_at = '2026-11-30T07:00:00.000Z'",
    "UPDATE books SET isbn = '9780306406157'",
    "REPLACE INTO books (number, id, account, isbn) SELECT number, id, account, isbn FROM books",
    "INSERT INTO accounts (name, source, is_current) VALUES ('b', 'file', 1)",
  ]

  /// How many changes a completion ran over.
  func wrong(_ complete: Completion) throws -> Int {
    var wrong = 0
    for change in Self.changes {
      let library = try TicketLibrary(books: 1)
      let ticket = try #require(try library.tickets(for: library.holder()).first)
      let accepted = try complete(library, ticket) { try library.sql(change) }
      if try accepted || library.title(1) == "Fetched" { wrong += 1 }
    }
    return wrong
  }

  @Test("no completion runs over a change; and this test sees the two ways to get it wrong")
  func variants() throws {
    #expect(try wrong(Self.right) == 0)
    #expect(try wrong(Self.checkedBefore) == Self.changes.count)
    #expect(try wrong(Self.unchecked) == Self.changes.count)
  }

  @Test("in any order of events, exactly the tickets that stand are accepted", arguments: 0..<4)
  func model(_ round: Int) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let library = try TicketLibrary(books: 6)
    try library.sql("INSERT INTO accounts (name, source) VALUES ('b', 'file')")
    let holders = [try library.holder(), try library.holder()]
    var standing: [BookNumber: Ticket] = [:]
    var issued: [Ticket] = []
    var accepted: Set<Ticket> = []
    var now = TicketLibrary.now
    for step in 0..<150 {
      let number = BookNumber(rawValue: Int64.random(in: 1...6, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let request = try library.request(limit: 3, at: now) { $0.answeredBefore = now }
        let holder = holders[Int.random(in: 0..<2, using: &random)]
        for claimed in try library.claim(request, for: holder).books {
          standing[claimed.book.number] = claimed.ticket
          issued.append(claimed.ticket)
        }
      case 3...5:
        guard let ticket = issued.randomElement(using: &random) else { continue }
        let stands = standing[ticket.book] == ticket
        let refusal = try library.redeem(ticket, at: now)
        #expect((refusal == nil) == stands, "seed \(seed), step \(step)")
        if refusal == nil {
          #expect(accepted.insert(ticket).inserted, "seed \(seed), step \(step)")
          standing[ticket.book] = nil
        }
      case 6:
        try library.sql(
          """
          UPDATE books SET removed_at = iif(removed_at IS NULL, '\(now)', NULL)
          WHERE number = \(number)
          """)
        standing[number] = nil
      case 7:
        let isbn = try TicketLibrary.isbn(1000 + step)
        try library.sql("UPDATE books SET isbn = '\(isbn)' WHERE number = \(number)")
        standing[number] = nil
      case 8:
        try library.sql("UPDATE accounts SET is_current = 1 WHERE is_current = 0")
        let isHome = try library.value("SELECT is_current FROM accounts WHERE id = 1") == "1"
        if !isHome { standing = [:] }
      default:
        now = Instant(rawValue: now.rawValue + Int64.random(in: 0..<100_000, using: &random))
      }
    }
    #expect(!accepted.isEmpty, "seed \(seed)")
  }
}
