public import Catalogue

extension Tickets {
  /// A book that a claim would find.
  public struct DueBook: Hashable, Sendable {
    public let number: BookNumber
    public let isbn: String
    /// What is shown as its title.
    public let title: String?
  }

  /// Calls `body` for each book that a claim would find, in the order in which it is due.
  /// - Parameters:
  ///   - request: a claim of what is due, or of named books, with its limit.
  ///   - isAlive: whether a holder lives; `TicketHolder.isAlive(_:lockPath:)`.
  ///   - connection: a connection in a transaction.
  ///   - body: takes the book.
  /// - Complexity: O(found + held by others).
  public static func forEachDue(
    _ request: ClaimRequest, isAlive: (Int64) -> Bool, on connection: Connection,
    _ body: (DueBook) throws -> Void
  ) throws {
    var rest = request.limit
    var known: [Int64: Bool] = [:]
    /// - Returns: whether more are wanted.
    func take(_ row: Statement) throws -> Bool {
      let holder = row.optionalInt64(3)
      let issued = row.optionalText(4).flatMap(Instant.init)
      let expires = row.optionalText(5).flatMap(Instant.init)
      if let holder, isLeased(from: issued, until: expires, at: request.now) {
        let isHeld = known[holder] ?? isAlive(holder)
        known[holder] = isHeld
        // mutant told-without-held: `if isHeld { return true }` -> `` (ClaimTests)
        if isHeld { return true }
      }
      guard rest > 0 else { return false }
      rest -= 1
      try body(
        DueBook(
          number: BookNumber(rawValue: row.int64(0)), isbn: row.text(1),
          title: row.optionalText(2)))
      return true
    }
    if let numbers = request.numbers {
      for number in numbers {
        let statement = try connection.prepare(
          """
          \(columns) FROM books AS b LEFT JOIN tickets AS t ON t.number = b.number
          WHERE b.number = ? AND b.account = ? AND b.removed_at IS NULL AND b.isbn IS NOT NULL
          """)
        try statement.bind(number, request.account)
        if try statement.step(), try !take(statement) { return }
      }
      return
    }
    for range in DueRange.all(of: request) {
      let conditions = range.hasUntimed ? ["b.sync_at IS NULL", timed] : [timed]
      for condition in conditions {
        let statement = try connection.prepare(
          """
          \(columns)
          FROM books AS b INDEXED BY books_due LEFT JOIN tickets AS t ON t.number = b.number
          WHERE b.account = ?1 AND b.sync_state = ?2 AND \(condition)
            AND b.removed_at IS NULL AND b.isbn IS NOT NULL
          ORDER BY b.sync_at, b.number
          """)
        try statement.bind(request.account, range.state)
        if condition == timed {
          try statement.bind(range.after, at: 3)
          try statement.bind(range.through, at: 4)
        }
        while try statement.step() {
          if try !take(statement) { return }
        }
      }
    }
  }

  private static let columns =
    "SELECT b.number, b.isbn, b.title, t.holder, t.issued_at, t.expires_at"
  private static let timed = "b.sync_at > ?3 AND b.sync_at <= ?4"
}
