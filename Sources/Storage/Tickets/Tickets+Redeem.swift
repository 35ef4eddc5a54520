import Catalogue

extension Tickets {
  /// Redeems a ticket and writes what the source said, or refuses and writes nothing.
  ///
  /// The ticket is used up by deleting its row where its book and its account are as they were;
  /// whether that deleted a row decides. A lease that ran out is no reason to refuse while nobody
  /// else has claimed the book. An answer that breaks a rule of the schema is a malformed one.
  /// - Parameters:
  ///   - ticket: the right to complete the fetch.
  ///   - outcome: what became of it.
  ///   - now: the moment of the answer.
  ///   - keys: what the book will probably have then; written with the answer, they need no second
  ///     change of the row. When they turn out wrong, the upkeep of the index rights them.
  ///   - connection: a connection in a write transaction, the one in which this is committed.
  /// - Returns: nil when it was accepted, else why not.
  static func redeem(
    _ ticket: Ticket, with outcome: TitleOutcome, at now: Instant, keys: BookKeys? = nil,
    on connection: Connection
  ) throws -> Refusal? {
    guard try take(ticket, on: connection) else {
      return try refusal(of: ticket, on: connection)
    }
    do {
      // mutant redeem-one-transaction:
      //   `try write(outcome, for: ticket, at: now, keys: keys, on: connection)`
      //   -> `try connection.run("COMMIT")⏎      try connection.run("BEGIN IMMEDIATE")⏎      try write(outcome, for: ticket, at: now, keys: keys, on: connection)`
      //   (RedeemTests)
      try write(outcome, for: ticket, at: now, keys: keys, on: connection)
    } catch let error as StorageError where error.kind == .constraint || error.kind == .tooBig {
      // SQLite has undone the one statement that failed, and the ticket stays used up.
      try write(.failed(.malformed(error.cause)), for: ticket, at: now, on: connection)
    }
    return nil
  }

  /// Writes an outcome for a ticket that has been taken.
  static func write(
    _ outcome: TitleOutcome, for ticket: Ticket, at now: Instant, keys: BookKeys? = nil,
    on connection: Connection
  ) throws {
    switch outcome {
    case .found(let record) where record.isbn == ticket.isbn && keys != nil:
      try connection.run(
        """
        UPDATE books
        SET fetched = json_patch(fetched, ?), source_key = ?, validators = ?,
          sync_state = 'fetched', sync_at = ?4, sync_detail = NULL, fetched_at = ?4,
          completed_by = ?6, title_key = ?7, author_key = ?8, year = ?9
        WHERE number = ?5
        """, record.details.json, record.sourceKey, record.validators, now, ticket.book,
        ticket.serial, keys?.title, keys?.author, keys?.year)
    case .found(let record) where record.isbn == ticket.isbn:
      // What the answer leaves out stays.
      try connection.run(
        """
        UPDATE books
        SET fetched = json_patch(fetched, ?), source_key = ?, validators = ?,
          sync_state = 'fetched', sync_at = ?4, sync_detail = NULL, fetched_at = ?4,
          completed_by = ?6
        WHERE number = ?5
        """, record.details.json, record.sourceKey, record.validators, now, ticket.book,
        ticket.serial)
    case .unchanged:
      try connection.run(
        """
        UPDATE books
        SET sync_state = 'fetched', sync_at = ?1, sync_detail = NULL, fetched_at = ?1,
          completed_by = ?3
        WHERE number = ?2
        """, now, ticket.book, ticket.serial)
    case .found, .notFound:
      // A record of another ISBN is no answer to the question.
      try connection.run(
        """
        UPDATE books
        SET sync_state = 'not-found', sync_at = ?1, sync_detail = NULL, completed_by = ?3
        WHERE number = ?2
        """, now, ticket.book, ticket.serial)
    case .failed(let failure):
      try connection.run(
        """
        UPDATE books SET sync_state = 'failed', sync_at = ?, sync_detail = ?, completed_by = ?
        WHERE number = ?
        """, Instant(rawValue: now.rawValue + failure.wait), failure.detail, ticket.serial,
        ticket.book)
    }
  }
}
