import Catalogue

extension Tickets {
  /// Takes tickets for books that are due: those never tried first, then the failures whose wait is
  /// over, oldest first, then those that the source has answered for too long ago.
  ///
  /// A book is free when it has no ticket, or one that ran out, was issued in the future, or whose
  /// holder is dead. The old ticket is deleted and a new one with a higher serial is made: taking
  /// over the row would keep the serial, and with it the old holder's right.
  ///
  /// When all that was due has been looked at, the account's tickets of dead runs are deleted: those
  /// for books that are not due would otherwise stand for ever.
  /// - Parameters:
  ///   - request: which books, and for how long.
  ///   - holder: the run that takes them.
  ///   - connection: a connection in a write transaction.
  /// - Returns: the books with their tickets. O(claimed + held by others + tickets).
  public static func claim(
    _ request: ClaimRequest, for holder: TicketHolder, on connection: Connection
  ) throws -> Claim {
    var claiming = Claiming(request: request, holder: holder, connection: connection)
    return try claiming.run()
  }
}

/// One claim while it runs.
private struct Claiming {
  let request: ClaimRequest
  let holder: TicketHolder
  let connection: Connection
  var claim = Claim()
  /// What was found out about other holders; asking costs a system call.
  var alive: [Int64: Bool] = [:]

  private var count: Int {
    let size = max(request.requestSize, 1)
    return request.limit < size ? max(request.limit, 0) : request.limit - request.limit % size
  }

  private var isFull: Bool { claim.books.count >= count }

  init(request: ClaimRequest, holder: TicketHolder, connection: Connection) {
    self.request = request
    self.holder = holder
    self.connection = connection
  }

  mutating func run() throws -> Claim {
    let epoch = try connection.first(
      "SELECT epoch FROM accounts WHERE id = ?", request.account
    ) { $0.int64(0) }
    guard epoch == request.epoch.rawValue else {
      claim.isEpochOver = true
      return claim
    }
    if let numbers = request.numbers {
      try take(numbers)
    } else {
      try takeDue()
      // mutant dead-tickets-go: `if !isFull { try dropTicketsOfTheDead() }` -> `` (TicketRaceTests)
      if !isFull { try dropTicketsOfTheDead() }
    }
    return claim
  }

  private mutating func dropTicketsOfTheDead() throws {
    let holders = try connection.all(
      "SELECT DISTINCT holder FROM tickets WHERE account = ?", request.account
    ) { $0.int64(0) }
    for other in holders where !isAlive(other) {
      try connection.run(
        "DELETE FROM tickets WHERE account = ? AND holder = ?", request.account, other)
    }
  }

  private mutating func take(_ numbers: [BookNumber]) throws {
    let sql = """
      SELECT \(Self.columns) FROM books AS b LEFT JOIN tickets AS t ON t.number = b.number
      WHERE b.number = ? AND b.account = ? AND b.removed_at IS NULL AND b.isbn IS NOT NULL
      """
    for number in numbers where !isFull && !request.excluding.contains(number) {
      let found = try connection.first(sql, number, request.account) { Candidate($0) }
      if let found { try take(found) } else { claim.notClaimable.append(number) }
    }
  }

  private mutating func takeDue() throws {
    for range in DueRange.all(of: request) { try take(range) }
  }

  private static let bookByNumber = "SELECT \(Book.columns) FROM books WHERE number = ?"
  private static let columns = "b.number, t.serial, t.holder, t.issued_at, t.expires_at"

  private mutating func take(_ range: DueRange) throws {
    if range.hasUntimed {
      let untimed = try select("b.sync_at IS NULL")
      try untimed.bind(request.account, range.state)
      try take(untimed)
    }
    let timed = try select("b.sync_at > ? AND b.sync_at <= ?")
    try timed.bind(request.account, range.state, range.after, range.through)
    try take(timed)
  }

  /// The index gives the order; ANALYZE must not talk SQLite into another one.
  private func select(_ condition: String) throws(StorageError) -> Statement {
    try connection.prepare(
      """
      SELECT \(Self.columns)
      FROM books AS b INDEXED BY books_due LEFT JOIN tickets AS t ON t.number = b.number
      WHERE b.account = ? AND b.sync_state = ? AND \(condition)
        AND b.removed_at IS NULL AND b.isbn IS NOT NULL
      ORDER BY b.sync_at, b.number
      """)
  }

  private mutating func take(_ statement: Statement) throws {
    guard !isFull else { return }
    // Gathered before they are taken: a query must not go on over rows that change under it.
    var candidates: [Candidate] = []
    while claim.books.count + candidates.count < count, try statement.step() {
      let candidate = Candidate(statement)
      if request.excluding.contains(candidate.number) { continue }
      if isFree(candidate) {
        candidates.append(candidate)
      } else if candidate.holder != holder.number {
        claim.heldElsewhere.append(candidate.number)
      }
    }
    statement.reset()
    for candidate in candidates { try take(candidate) }
  }

  private mutating func isFree(_ candidate: Candidate) -> Bool {
    guard candidate.serial != nil, let other = candidate.holder,
      Tickets.isLeased(from: candidate.issuedAt, until: candidate.expiresAt, at: request.now)
    else { return true }
    return !isAlive(other)
  }

  private mutating func isAlive(_ other: Int64) -> Bool {
    if let known = alive[other] { return known }
    // mutant dead-holder-is-free:
    //   `let isAlive = holder.isAlive(other)`
    //   -> `let isAlive = other != 0` (TicketHolderTests|ClaimTests)
    let isAlive = holder.isAlive(other)
    alive[other] = isAlive
    return isAlive
  }

  private mutating func take(_ candidate: Candidate) throws {
    guard isFree(candidate) else {
      if candidate.holder != holder.number { claim.heldElsewhere.append(candidate.number) }
      return
    }
    let book: Book
    do throws(StorageError) {
      let statement = try connection.prepare(Self.bookByNumber)
      try statement.bind(candidate.number)
      guard try statement.step() else { return }
      book = try Book(row: statement)
    } catch {
      guard error.kind == .corrupt, error.code == nil else { throw error }
      claim.unreadable[candidate.number] = error
      return
    }
    guard let isbn = book.isbn else { return }
    if let serial = candidate.serial {
      try connection.run("DELETE FROM tickets WHERE serial = ?", serial)
    }
    let lease = min(request.lease, Tickets.longestLease)
    try connection.run(
      """
      INSERT INTO tickets (number, account, epoch, incarnation, isbn, holder, issued_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """, book.number, request.account, request.epoch, book.incarnation, isbn, holder.number,
      request.now, Instant(rawValue: request.now.rawValue + lease))
    claim.books.append(
      ClaimedBook(
        book: book,
        ticket: Ticket(
          serial: connection.lastInsertedRowID, account: request.account, epoch: request.epoch,
          book: book.number, incarnation: book.incarnation, isbn: isbn)))
  }
}

/// A book that may be claimed, with the ticket that stands for it.
private struct Candidate {
  let number: BookNumber
  let serial: Int64?
  let holder: Int64?
  let issuedAt: Instant?
  let expiresAt: Instant?

  init(_ row: Statement) {
    number = BookNumber(rawValue: row.int64(0))
    serial = row.optionalInt64(1)
    holder = row.optionalInt64(2)
    issuedAt = row.optionalText(3).flatMap(Instant.init)
    expiresAt = row.optionalText(4).flatMap(Instant.init)
  }
}
