import Catalogue

/// Writes what has changed in a window of books, each row apart.
///
/// Answers come first and belong to no change set: undo takes back what people did. What the user
/// did follows, removals first, as one change set. Each part of each row is a savepoint, so one that
/// is refused leaves no trace and keeps no other back.
struct BookWriter {
  let connection: Connection
  let now: Instant

  struct Change {
    let old: Book?
    let new: Book?
    let redemption: Redemption?

    var isCompletion: Bool {
      guard let old, let new else { return false }
      return old.completion != new.completion
    }

    var isByUser: Bool {
      guard let old, let new else { return true }
      return old.typed != new.typed || old.isbn != new.isbn
    }
  }

  func write(_ changes: [Change]) throws -> [BookVerdict] {
    let completions = try changes.map { try $0.isCompletion ? complete($0) : nil }
    guard changes.contains(where: \.isByUser) else {
      return completions.map { BookVerdict(completion: $0) }
    }
    return try ChangeSet.run("edit", at: now, on: connection) {
      try zip(changes, completions).map { change, completion in
        guard change.isByUser else { return BookVerdict(completion: completion) }
        let (refusal, number) = try apply(change)
        return BookVerdict(change: refusal, completion: completion, number: number)
      }
    }
  }

  /// The last of the two guards: the ticket is used up in the transaction that writes.
  private func complete(_ change: Change) throws -> Refusal? {
    guard let redemption = change.redemption else { return .expired }
    return try connection.savepoint {
      try Tickets.redeem(
        redemption.ticket, with: redemption.outcome, at: redemption.at, on: connection)
    }
  }

  private func apply(_ change: Change) throws -> (ChangeRefusal?, BookNumber?) {
    do {
      return try connection.savepoint {
        switch (change.old, change.new) {
        case (nil, let new?): (nil, try insert(new))
        case (let old?, nil): (try remove(old), nil)
        case (let old?, let new?): (try edit(old, new), nil)
        case (nil, nil): (nil, nil)
        }
      }
    } catch let error as StorageError where error.kind == .constraint {
      return (.invalid(error.cause), nil)
    }
  }

  private func insert(_ book: Book) throws -> BookNumber {
    try connection.run(
      """
      INSERT INTO books
        (id, account, isbn, incarnation, origin_key, typed, imported, sync_state, added_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, book.id, book.account, book.isbn, book.incarnation, book.originKey, book.typed.json,
      book.imported.json, book.isbn == nil ? Book.SyncState.noISBN : .never, now)
    return BookNumber(rawValue: connection.lastInsertedRowID)
  }

  private func remove(_ book: Book) throws -> ChangeRefusal? {
    let removed = try connection.run(
      """
      UPDATE books SET removed_at = ? WHERE id = ? AND incarnation = ? AND removed_at IS NULL
      """, now, book.id, book.incarnation)
    return removed == 0 ? .removed : nil
  }

  /// Writes the fields that differ, so that another process's edit of other fields stands.
  private func edit(_ old: Book, _ new: Book) throws -> ChangeRefusal? {
    let patch = DetailsPatch(from: old.typed, to: new.typed)
    let edited = try connection.run(
      """
      UPDATE books
      SET typed = json_patch(typed, ?1), isbn = iif(?2, ?3, isbn), edited_at = ?4
      WHERE id = ?5 AND incarnation = ?6 AND removed_at IS NULL
      """, patch.json, old.isbn != new.isbn, new.isbn, now, old.id, old.incarnation)
    return edited == 0 ? .removed : nil
  }
}

extension Book {
  /// What only the answer of a title source changes.
  fileprivate var completion: [AnyHashable?] {
    [fetched, syncState, syncAt, syncDetail, sourceKey, validators, fetchedAt]
  }
}
