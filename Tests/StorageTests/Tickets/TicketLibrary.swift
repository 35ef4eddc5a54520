import Catalogue
import Testing

@testable import Storage

/// A library on disk with books that can be fetched, and short words for what tests do to it.
struct TicketLibrary {
  let directory: TemporaryDirectory
  let database: Database
  let home = AccountID(rawValue: 1)
  var lockPath: String { database.lockPath }

  /// - Parameter books: how many books the account `home` has; they have the numbers from 1.
  init(books: Int = 3) throws {
    directory = try TemporaryDirectory()
    database = try Database.open(at: directory.file("library.db"), access: .writing(create: true))
    try database.writeAndWait { connection in
      for index in 0..<books {
        try connection.run(
          "INSERT INTO books (account, isbn) VALUES (1, ?)", Self.isbn(index))
      }
    }
  }

  static let now = Instant(rawValue: 1_800_000_000_000)

  static func later(_ milliseconds: Int64) -> Instant {
    Instant(rawValue: now.rawValue + milliseconds)
  }

  /// A valid ISBN for each index.
  static func isbn(_ index: Int) throws -> ISBN {
    let base = 978_000_000_000 + UInt64(index)
    return try #require(
      (0..<10).lazy.compactMap { ISBN(number: base * 10 + $0) }.first)
  }

  func sql(_ text: String) throws {
    try database.writeAndWait { try $0.execute(text) }
  }

  func value(_ query: String) throws -> String? {
    try database.readAndWait { try $0.first(query) { $0.optionalText(0) } ?? nil }
  }

  func holder() throws -> TicketHolder { try TicketHolder(lockPath: lockPath) }

  func epoch(_ account: AccountID? = nil) throws -> Epoch {
    try database.writeAndWait { connection in
      try #require(
        try connection.first("SELECT epoch FROM accounts WHERE id = ?", account ?? home) {
          Epoch(rawValue: $0.int64(0))
        })
    }
  }

  func request(
    limit: Int = 100, size: Int = 1, at now: Instant = now,
    _ change: (inout ClaimRequest) -> Void = { _ in }
  ) throws -> ClaimRequest {
    var request = ClaimRequest(
      account: home, epoch: try epoch(), now: now, limit: limit, requestSize: size)
    change(&request)
    return request
  }

  func claim(_ request: ClaimRequest, for holder: TicketHolder) throws -> Claim {
    try database.writeAndWait { try Tickets.claim(request, for: holder, on: $0) }
  }

  /// The tickets of a claim of everything that is due.
  func tickets(for holder: TicketHolder, at now: Instant = now) throws -> [Ticket] {
    try claim(request(at: now), for: holder).books.map(\.ticket)
  }

  func redeem(
    _ ticket: Ticket, with outcome: TitleOutcome? = nil, at now: Instant = now
  ) throws -> Refusal? {
    let outcome = outcome ?? Self.found(ticket)
    return try database.writeAndWait {
      try Tickets.redeem(ticket, with: outcome, at: now, on: $0)
    }
  }

  static func found(_ ticket: Ticket, title: String = "Fetched") -> TitleOutcome {
    var details = BookDetails()
    details.title = title
    return .found(
      TitleRecord(
        isbn: ticket.isbn, details: details, sourceKey: "/books/OL1M", validators: "v1"))
  }

  func title(_ number: Int) throws -> String? {
    try value("SELECT title FROM books WHERE number = \(number)")
  }

  func remove(_ number: Int) throws {
    try sql(
      "UPDATE books SET removed_at = '2026-11-30T07:00:00.000Z' WHERE number = \(number)")
  }
}
