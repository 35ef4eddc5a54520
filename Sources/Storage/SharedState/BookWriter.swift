import Catalogue

/// Writes what has changed in a window of books as one transaction, each row apart.
///
/// Answers come first and belong to no change set: undo takes back what people did. What the user
/// did follows as one change set. Each part of each row is written apart, so one that is refused
/// leaves no trace and keeps no other back.
struct BookWriter {
  let connection: Connection
  let now: Instant

  struct Change {
    let old: Book?
    let new: Book?
    let redemption: Redemption?

    var isByUser: Bool {
      guard let old, let new else { return true }
      return old.typed != new.typed || old.isbn != new.isbn
    }
  }

  func write(_ changes: [Change]) throws -> [BookVerdict] {
    var verdicts = try decide(changes)
    let last = try LogEntry.last(on: connection)
    for position in verdicts.indices { verdicts[position].entry = last }
    return verdicts
  }

  private func decide(_ changes: [Change]) throws -> [BookVerdict] {
    var verdicts = Array(repeating: BookVerdict(), count: changes.count)
    if changes.contains(where: { $0.old != nil && $0.new != nil }) {
      // mutant answers-in-no-set:
      //   `ChangeSet.without(on: connection) { try changes.map(complete) }`
      //   -> `ChangeSet.run("sync", at: now, on: connection) { try changes.map(complete) }`
      //   (BookWriterTests)
      verdicts = try ChangeSet.without(on: connection) { try changes.map(complete) }
    }
    guard changes.contains(where: \.isByUser) else { return verdicts }
    try ChangeSet.run("edit", at: now, on: connection) {
      for (position, change) in changes.enumerated() where change.isByUser {
        let verdict = try apply(change)
        verdicts[position].refusedChange = verdict.refusedChange
        verdicts[position].isBookGone = verdict.isBookGone
        verdicts[position].number = verdict.number
      }
    }
    return verdicts
  }

  /// The last of the two guards: the ticket is used up in the transaction that writes.
  ///
  /// Each statement of it is undone by itself when it fails, so it needs no savepoint, which would
  /// cost more than the statements.
  private func complete(_ change: Change) throws -> BookVerdict {
    guard let old = change.old, let new = change.new else { return BookVerdict() }
    return try BookChanges.write(
      from: old, to: old.completed(as: new), redeeming: change.redemption, at: now,
      on: connection)
  }

  private func apply(_ change: Change) throws -> BookVerdict {
    let new = change.new.map { new in change.old.map { new.completed(as: $0) } ?? new }
    return try connection.savepoint {
      try BookChanges.write(from: change.old, to: new, at: now, on: connection)
    }
  }
}

extension Book {
  /// This book with what a title source said of another state of it.
  fileprivate func completed(as other: Book) -> Book {
    var book = self
    book.completion = other.completion
    return book
  }
}
