import Catalogue

extension Tickets {
  /// How many books a claim is for, whatever its limit, and how many of them others hold.
  /// - Parameters:
  ///   - request: a claim of what is due, or of named books.
  ///   - isAlive: whether a holder lives; `TicketHolder.isAlive(_:)`.
  ///   - connection: a connection in a transaction.
  /// - Complexity: O(due books), from the index alone, or O(named books), and O(tickets).
  public static func due(
    _ request: ClaimRequest, isAlive: (Int64) -> Bool, on connection: Connection
  ) throws -> DueBooks {
    let held = try heldCount(request, isAlive: isAlive, on: connection)
    // mutant left-without-held:
    //   `max(0, try dueCount(request, on: connection) - held)`
    //   -> `max(0, try dueCount(request, on: connection))` (SyncTests|ClaimTests)
    return DueBooks(free: max(0, try dueCount(request, on: connection) - held), held: held)
  }

  /// How many books a claim would find, were it not limited and were none held by others.
  /// - Complexity: O(due books), from the index alone; O(named books) for a claim of those.
  static func dueCount(_ request: ClaimRequest, on connection: Connection) throws -> Int {
    if let numbers = request.numbers {
      let statement = try connection.prepare(
        """
        SELECT 1 FROM books
        WHERE number = ? AND account = ? AND removed_at IS NULL AND isbn IS NOT NULL
        """)
      return try Set(numbers).reduce(into: 0) { count, number in
        if request.excluding.contains(number) { return }
        try statement.bind(number, request.account)
        if try statement.step() { count += 1 }
        statement.reset()
      }
    }
    return try DueRange.all(of: request).reduce(0) { count, range in
      let timed = try dueCount(
        "sync_at > ? AND sync_at <= ?", in: range, of: request, on: connection, range.after,
        range.through)
      guard range.hasUntimed else { return count + timed }
      return try count + timed
        + dueCount("sync_at IS NULL", in: range, of: request, on: connection)
    }
  }

  /// Counts a range from the index alone.
  private static func dueCount<each Value: Bindable>(
    _ condition: String, in range: DueRange, of request: ClaimRequest,
    on connection: Connection, _ values: repeat each Value
  ) throws -> Int {
    let books = """
      FROM books INDEXED BY books_due
      WHERE account = ? AND sync_state = ? AND removed_at IS NULL AND \(condition)
      """
    // What was never tried has had no answer.
    guard range.state != .never, !request.excluding.isEmpty else {
      return try connection.first(
        "SELECT count(*) " + books, request.account, range.state, repeat each values
      ) { $0.int(0) } ?? 0
    }
    var count = 0
    try connection.forEach(
      "SELECT number " + books, request.account, range.state, repeat each values
    ) { row in
      // mutant count-passes-over-answered:
      //   `if !request.excluding.contains(BookNumber(rawValue: row.int64(0))) { count += 1 }`
      //   -> `count += 1` (SyncClockTests)
      if !request.excluding.contains(BookNumber(rawValue: row.int64(0))) { count += 1 }
    }
    return count
  }

  /// How many of the books that a claim is for are held by living runs, so that it would not find
  /// them now.
  /// - Parameters:
  ///   - request: a claim of what is due, or of named books.
  ///   - isAlive: whether a holder lives; `TicketHolder.isAlive(_:lockPath:)`.
  ///   - connection: a connection in a transaction.
  /// - Complexity: O(tickets).
  public static func heldCount(
    _ request: ClaimRequest, isAlive: (Int64) -> Bool, on connection: Connection
  ) throws -> Int {
    let named = request.numbers.map { Set($0) }
    var known: [Int64: Bool] = [:]
    var count = 0
    try connection.forEach(
      """
      SELECT b.number, t.holder, t.issued_at, t.expires_at
      FROM tickets AS t CROSS JOIN books AS b ON b.number = t.number
      WHERE t.account = ?1 AND b.removed_at IS NULL AND CASE
        WHEN ?6 OR sync_state = 'never' THEN 1
        WHEN sync_state = 'failed' THEN \(failedIsDue)
        WHEN sync_state IN ('fetched', 'not-found') THEN \(answeredIsDue)
      END
      """, request.account, request.retriesFailed, request.now, latest(request),
      request.answeredBefore, named != nil
    ) { row in
      let number = BookNumber(rawValue: row.int64(0))
      if named?.contains(number) == false || request.excluding.contains(number) { return }
      let issued = row.optionalText(2).flatMap(Instant.init)
      let expires = row.optionalText(3).flatMap(Instant.init)
      guard isLeased(from: issued, until: expires, at: request.now) else { return }
      let holder = row.int64(1)
      let alive = known[holder] ?? isAlive(holder)
      known[holder] = alive
      if alive { count += 1 }
    }
    return count
  }

  /// Whether a lease runs. One from the future, or that ends later than any does, comes from a clock
  /// that was set back; times that a hand has spoiled hold nobody up.
  static func isLeased(from issued: Instant?, until expires: Instant?, at now: Instant) -> Bool {
    guard let issued, let expires else { return false }
    return issued <= now && expires > now && expires.rawValue <= now.rawValue + longestLease
  }

  private static let failedIsDue = "(?2 OR sync_at IS NULL OR sync_at <= ?3 OR sync_at > ?4)"
  private static let answeredIsDue = """
    (?5 IS NOT NULL AND (sync_at IS NULL OR sync_at <= ?5 OR ?5 <= ?3 AND sync_at > ?3))
    """

  /// Further ahead than any wait: the clock was set back since.
  private static func latest(_ request: ClaimRequest) -> Instant {
    Instant(rawValue: request.now.rawValue + TitleFailure.longestWait)
  }
}
