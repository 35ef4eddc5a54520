public import Catalogue

/// Writes what changed of books in a window.
public enum BookChanges {
  /// Writes the difference between two states of a book.
  ///
  /// What the user says is written field by field, so that another process's edit of another field
  /// stands, and only to the very row that was read: same id, same incarnation, not removed. What
  /// was fetched is written only by redeeming its ticket, in this transaction.
  /// - Parameters:
  ///   - old: the book as it was read or saved last; nil: it is new.
  ///   - new: the book as it is now; nil: it was removed, and goes to the trash.
  ///   - redemption: the answer under whose ticket the fetched part changed, if it did.
  ///   - now: the time of the change.
  ///   - connection: a connection in a write transaction.
  /// - Returns: which part was refused, and why.
  /// - Throws: a `StorageError` that concerns more than this row: a full disk, a lock.
  public static func write(
    from old: Book?, to new: Book?, redeeming redemption: Redemption? = nil, at now: Instant,
    on connection: Connection
  ) throws -> BookVerdict {
    var verdict = BookVerdict()
    do {
      switch (old, new) {
      case (nil, nil): break
      case (nil, let new?): verdict.number = try insert(new, at: now, on: connection)
      case (let old?, nil): verdict.refusedChange = try remove(old, at: now, on: connection)
      case (let old?, let new?):
        verdict.refusedChange = try update(from: old, to: new, at: now, on: connection)
        verdict.isBookGone = verdict.refusedChange != nil
      }
    } catch let error as StorageError where error.kind == .constraint || error.kind == .tooBig {
      // SQLite has undone the one statement that failed (https://www.sqlite.org/lang_conflict.html).
      verdict.refusedChange = error.cause
    }
    if let redemption {
      let latestYear = try connection.latestYear()
      let keys = new.map { BookKeys(shown: $0.sorted, latestYear: latestYear) }
      verdict.refusedCompletion = try Tickets.redeem(
        redemption.ticket, with: redemption.outcome, at: redemption.at, keys: keys,
        on: connection)
    } else if let old, let new, old.completion != new.completion, old.isbn == new.isbn {
      verdict.refusedCompletion = .expired
    }
    return verdict
  }

  private static func insert(
    _ book: Book, at now: Instant, on connection: Connection
  ) throws -> BookNumber {
    try connection.run(
      """
      INSERT INTO books
        (number, id, account, isbn, incarnation, origin_key, typed, imported, sync_state, added_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, book.number.rawValue > 0 ? book.number : nil, book.id, book.account, book.isbn,
      book.incarnation, book.originKey,
      book.typed.composed.json, book.imported.composed.json,
      book.isbn == nil ? Book.SyncState.noISBN : .never, now)
    return BookNumber(rawValue: connection.lastInsertedRowID)
  }

  // The plus signs keep SQLite from going through all books of the account by one of the account's
  // indexes, instead of to the one row by its id (https://www.sqlite.org/optoverview.html#uplus).

  private static func remove(
    _ book: Book, at now: Instant, on connection: Connection
  ) throws -> String? {
    let removed = try connection.run(
      """
      UPDATE books SET removed_at = ?
      WHERE id = ? AND +account = ? AND incarnation = ? AND removed_at IS NULL
      """, now, book.id, book.account, book.incarnation)
    if removed > 0 { return nil }
    // Whoever removed it first: it is gone, as was asked.
    let state = try state(of: book, on: connection)
    return state == .replaced ? state?.reason : nil
  }

  private static func update(
    from old: Book, to new: Book, at now: Instant, on connection: Connection
  ) throws -> String? {
    guard old.id == new.id, old.account == new.account,
      old.incarnation == new.incarnation, old.originKey == new.originKey,
      old.imported == new.imported
    else {
      throw StorageError(
        .constraint, "cannot change the book", at: "book \(old.number)",
        because: "only what is typed, and the ISBN, can be changed here",
        remedy: "leave its identity and what was imported as they are")
    }
    let changesISBN = old.isbn != new.isbn
    if old.typed == new.typed && !changesISBN { return nil }
    let patch = DetailsPatch(from: old.typed.composed, to: new.typed.composed)
    if patch.isEmpty && !changesISBN { return nil }
    let statement = try connection.prepare(
      // mutant window-book-by-id:
      //   `WHERE id = ?3 AND +account = ?4` -> `WHERE id = ?3 AND account = ?4` (QueryPlanTests)
      """
      UPDATE books
      SET typed = json_patch(typed, ?1), edited_at = ?2\(changesISBN ? ", isbn = ?6" : "")
      WHERE id = ?3 AND +account = ?4 AND incarnation = ?5 AND removed_at IS NULL
      """)
    try statement.bind(patch.json, now, new.id, new.account, old.incarnation)
    if changesISBN { try statement.bind(new.isbn, at: 6) }
    try statement.run()
    if connection.changes > 0 { return nil }
    return try state(of: old, on: connection)?.reason ?? "the book is gone"
  }

  /// What became of the row of a book that cannot be changed.
  private enum RowState {
    case removed, replaced

    var reason: String {
      switch self {
      case .removed: "the book was removed"
      case .replaced: "the book was removed and it is another row now"
      }
    }
  }

  /// - Returns: nil when there is no row.
  private static func state(of book: Book, on connection: Connection) throws -> RowState? {
    try connection.first(
      "SELECT removed_at IS NOT NULL FROM books WHERE id = ?", book.id
    ) { $0.bool(0) ? .removed : .replaced }
  }
}
