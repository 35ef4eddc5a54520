public import Catalogue

/// How far an account's books have been fetched.
public struct SyncStatus: Hashable, Sendable {
  /// A fetch that is under way.
  public struct InFlight: Hashable, Sendable {
    public let number: BookNumber
    public let isbn: ISBN?
    public let title: String?
    /// The run that holds the ticket.
    public let holder: Int64
    public let issuedAt: Instant
    public let expiresAt: Instant
    /// Whether that run still lives; a dead one holds nobody up.
    public let isAlive: Bool

    /// How long ago the ticket was issued or renewed, in milliseconds; never negative.
    public func age(at now: Instant) -> Int64 { max(0, now.rawValue - issuedAt.rawValue) }
  }

  /// How many books are in each state, tickets or not.
  public var counts: [Book.SyncState: Int] = [:]
  /// How many books the next sync would ask for: those never tried, failures whose wait is over, and
  /// those whose answer is older than 30 days; without those that a living run holds.
  public var due = 0
  /// How many failures wait.
  public var waiting = 0
  /// When the first of those that wait may be tried again.
  public var nextRetry: Instant?
  /// When the first of those that the source does not have is asked for again.
  public var nextNotFound: Instant?
  public var inFlight: [InFlight] = []

  public init() {}

  /// How many books there are outside the trash.
  public var books: Int { counts.values.reduce(0, +) }

  /// Reads the status of an account. O(its books), from an index of their states alone, and
  /// O(tickets).
  /// - Parameters:
  ///   - account: the account.
  ///   - now: the moment by which waits are over.
  ///   - isAlive: whether a holder lives; `TicketHolder.isAlive(_:lockPath:)`.
  ///   - connection: a connection in a transaction.
  public static func read(
    _ account: AccountID, at now: Instant, isAlive: (Int64) -> Bool, on connection: Connection
  ) throws -> SyncStatus {
    var status = SyncStatus()
    try connection.forEach(
      """
      SELECT sync_state, count(*) FROM books INDEXED BY books_due
      WHERE account = ? AND removed_at IS NULL GROUP BY sync_state
      """, account
    ) { row in
      guard let state = Book.SyncState(rawValue: row.text(0)) else { return }
      status.counts[state] = row.int(1)
    }
    // Further ahead than any wait: the clock was set back since, and the wait is over.
    let latest = Instant(rawValue: now.rawValue + TitleFailure.longestWait)
    try connection.forEach(
      """
      SELECT count(*), min(sync_at) FROM books INDEXED BY books_due
      WHERE account = ? AND removed_at IS NULL AND sync_state = 'failed'
        AND sync_at > ? AND sync_at <= ?
      """, account, now, latest
    ) { row in
      status.waiting = row.int(0)
      status.nextRetry = row.optionalText(1).flatMap(Instant.init)
    }
    let usual = Instant(rawValue: now.rawValue - ClaimRequest.usualAge)
    status.nextNotFound = try connection.first(
      """
      SELECT min(sync_at) FROM books INDEXED BY books_due
      WHERE account = ? AND removed_at IS NULL AND sync_state = 'not-found'
        AND sync_at > ? AND sync_at <= ?
      """, account, usual, now
    ) { $0.optionalText(0).flatMap(Instant.init) }?.flatMap {
      Instant(rawValue: $0.rawValue + ClaimRequest.usualAge)
    }
    // The epoch says whose tickets may be used, not whose stand.
    var claim = ClaimRequest(
      account: account, epoch: Epoch(rawValue: 0), now: now, limit: .max)
    claim.answeredBefore = usual
    status.due = try Tickets.due(claim, isAlive: isAlive, on: connection).free
    status.inFlight = try inFlight(account, isAlive: isAlive, on: connection)
    return status
  }

  /// How many books of an account are in one state, the trash left out. O(those books), from an
  /// index.
  public static func count(
    of state: Book.SyncState, in account: AccountID, on connection: Connection
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM books INDEXED BY books_due
      WHERE account = ? AND removed_at IS NULL AND sync_state = ?
      """, account, state
    ) { $0.int(0) } ?? 0
  }

  private static func inFlight(
    _ account: AccountID, isAlive: (Int64) -> Bool, on connection: Connection
  ) throws -> [InFlight] {
    var known: [Int64: Bool] = [:]
    return try connection.all(
      """
      SELECT b.number, b.isbn, b.title, t.holder, t.issued_at, t.expires_at
      FROM tickets AS t CROSS JOIN books AS b ON b.number = t.number
      WHERE t.account = ? ORDER BY t.serial
      """, account
    ) { row in
      let holder = row.int64(3)
      let alive = known[holder] ?? isAlive(holder)
      known[holder] = alive
      // Times that a hand has spoiled are long ago.
      let never = Instant(rawValue: 0)
      return InFlight(
        number: BookNumber(rawValue: row.int64(0)),
        isbn: row.optionalText(1).flatMap(UInt64.init).flatMap(ISBN.init(number:)),
        title: row.optionalText(2), holder: holder, issuedAt: Instant(row.text(4)) ?? never,
        expiresAt: Instant(row.text(5)) ?? never, isAlive: alive)
    }
  }
}
