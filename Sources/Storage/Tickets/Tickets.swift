public import Catalogue

/// The rights to complete fetches, as rows of the table `tickets`.
///
/// Every function runs within the caller's transaction. A ticket is checked in the very transaction
/// that writes what it allows; checked in an earlier one, it proves nothing.
public enum Tickets {
  /// The longest lease that is given, in milliseconds. One that ends later than this from now comes
  /// from a clock that was set back, and counts as run out.
  static let longestLease: Int64 = 3_600_000

  /// Says that a run still works on its books.
  /// - Parameters:
  ///   - tickets: the run's tickets.
  ///   - now: the moment of the renewal.
  ///   - lease: how long they hold from now, in milliseconds.
  /// - Returns: the tickets that no longer stand, each with the reason.
  public static func renew(
    _ tickets: some Sequence<Ticket>, at now: Instant, lease: Int64 = 120_000,
    on connection: Connection
  ) throws -> [Ticket: Refusal] {
    var dead: [Ticket: Refusal] = [:]
    let until = Instant(rawValue: now.rawValue + min(lease, longestLease))
    for ticket in tickets {
      let renewed = try connection.run(
        renewing, ticket.serial, ticket.book, ticket.account, ticket.epoch, ticket.incarnation,
        ticket.isbn, now, until)
      if renewed == 0 { dead[ticket] = try refusal(of: ticket, on: connection) }
    }
    return dead
  }

  /// Gives tickets back unused, so that their books are due at once.
  /// - Returns: the tickets that no longer stood, each with the reason.
  public static func giveBack(
    _ tickets: some Sequence<Ticket>, on connection: Connection
  ) throws -> [Ticket: Refusal] {
    var dead: [Ticket: Refusal] = [:]
    for ticket in tickets {
      if try !take(ticket, on: connection) {
        dead[ticket] = try refusal(of: ticket, on: connection)
      }
    }
    return dead
  }

  /// The row of `tickets` that a ticket is, while its book and its account are as they were.
  // mutant redeem-isbn: `b.isbn = ?6` -> `?6 IS NOT NULL` (RedeemTests)
  // mutant redeem-epoch: `a.epoch = ?4` -> `?4 IS NOT NULL` (RedeemTests)
  // mutant redeem-incarnation: `b.incarnation = ?5` -> `?5 IS NOT NULL` (RedeemTests)
  private static let standing = """
    serial = ?1 AND number = ?2 AND EXISTS (
      SELECT 1 FROM books AS b JOIN accounts AS a ON a.id = b.account
      WHERE b.number = ?2 AND b.account = ?3 AND b.incarnation = ?5 AND b.isbn = ?6
        AND b.removed_at IS NULL AND a.epoch = ?4)
    """

  /// Uses a ticket up.
  /// - Returns: whether it stood.
  static func take(_ ticket: Ticket, on connection: Connection) throws -> Bool {
    try connection.run(
      taking, ticket.serial, ticket.book, ticket.account,
      // mutant redeem-row:
      //   `ticket.epoch, ticket.incarnation, ticket.isbn) > 0`
      //   -> `ticket.epoch, ticket.incarnation, ticket.isbn) >= 0` (RedeemTests|TicketRaceTests)
      ticket.epoch, ticket.incarnation, ticket.isbn) > 0
  }

  private static let renewing =
    "UPDATE tickets SET issued_at = ?7, expires_at = ?8 WHERE \(standing)"
  private static let taking = "DELETE FROM tickets WHERE \(standing)"

  /// Finds out why a ticket does not stand.
  static func refusal(of ticket: Ticket, on connection: Connection) throws -> Refusal {
    let reason: Refusal? = try connection.first(
      // mutant superseded-when-done:
      //   `coalesce(b.completed_by > ?2, 0)` -> `0` (RedeemTests|TicketRaceTests)
      """
      SELECT b.incarnation, b.removed_at IS NOT NULL, b.isbn, a.epoch, b.account,
        coalesce(b.completed_by > ?2, 0)
          OR EXISTS (SELECT 1 FROM tickets AS t WHERE t.number = b.number AND t.serial > ?2)
      FROM books AS b LEFT JOIN accounts AS a ON a.id = b.account
      WHERE b.number = ?1
      """, ticket.book, ticket.serial
    ) { row in
      .reason(
        isGone: row.text(0) != ticket.incarnation.description || row.bool(1),
        isEpochOver: row.int64(4) != ticket.account.rawValue
          || row.optionalInt64(3) != ticket.epoch.rawValue,
        isISBNChanged: row.text(2) != ticket.isbn.description, isSuperseded: row.bool(5))
    }
    return reason ?? .removed
  }
}
