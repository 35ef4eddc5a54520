public import Catalogue

/// Brings rows of a file into the library, a batch a transaction, as one change set.
///
/// A row's origin key is looked up first: a book that has it is unchanged or updated, and skipped
/// when it is in the trash. Then its ISBN is, and the policy for duplicates decides; the same ISBN
/// with clearly other title and author is another book. A row that is only like a book in title,
/// first author and year is added, with a warning. Memory does not grow with the file.
public final class ImportWriter {
  /// What the batches that are written have become.
  public private(set) var counts = ImportCounts()

  private let connection: Connection
  private let settings: ImportSettings
  private let makeID: () -> BookID
  private let rows: ImportRows
  private let insertion: BookInsertion
  private var changeSet: Int64?

  /// What a batch has come to.
  private struct Batch {
    /// One for each row; nil while its book waits.
    var outcomes: [ImportOutcome?] = []
    var waiting = WaitingBooks()
    var added: [(number: BookNumber, book: IndexedBook)] = []
    var updated: [Int64] = []
  }

  /// - Parameters:
  ///   - connection: the connection that writes.
  ///   - settings: account, policy and time.
  ///   - makeID: gives a new identity for each new book.
  public init(
    _ connection: Connection, settings: ImportSettings, makeID: @escaping () -> BookID
  ) throws(StorageError) {
    self.connection = connection
    self.settings = settings
    self.makeID = makeID
    rows = try ImportRows(connection, account: settings.account)
    insertion = BookInsertion(connection, account: settings.account)
  }

  /// Stores a batch in a transaction of its own: 1,000 to 5,000 rows make it worth its while.
  /// - Returns: what became of each row, in order.
  /// - Throws: when the batch as a whole cannot be written; nothing of it is stored then.
  public func write(_ books: [ImportedBook]) throws -> [ImportOutcome] {
    let before = (counts, changeSet)
    do {
      return try connection.write { try store(books) }
    } catch {
      (counts, changeSet) = before
      throw error
    }
  }

  /// Stores a batch within the caller's write transaction, for an import that happens as a whole or
  /// not at all, or that is only tried.
  /// - Returns: what became of each row, in order.
  public func store(_ books: [ImportedBook]) throws -> [ImportOutcome] {
    // What others wrote comes first: after this batch, the log is known up to its end.
    try IndexUpkeep.run(connection)
    let set = try begin()
    var batch = Batch()
    batch.outcomes.reserveCapacity(books.count)
    let latestYear = try connection.latestYear()
    for book in books {
      // mutant waiting-book:
      //   `if batch.waiting.mayHave(book) { try insertWaiting(&batch) }` -> `` (BookInsertionTests)
      if batch.waiting.mayHave(book) { try insertWaiting(&batch) }
      let outcome: ImportOutcome?
      do throws(StorageError) {
        outcome = try store(book, latestYear: latestYear, in: &batch)
      } catch {
        guard error.concernsOneRow else { throw error }
        outcome = ImportOutcome(.failed(error.cause))
      }
      if case .updated(let number)? = outcome?.verdict { batch.updated.append(number.rawValue) }
      batch.outcomes.append(outcome)
      if batch.waiting.rows.count == BookInsertion.rowsAtOnce { try insertWaiting(&batch) }
    }
    try insertWaiting(&batch)
    try end(set)
    let index = try IndexWriter(connection)
    for row in batch.added { try index.put(row.book, at: row.number.rawValue) }
    try IndexUpkeep.index(Set(batch.updated).sorted(), on: connection)
    try IndexUpkeep.setIndexedThroughEnd(on: connection)
    let outcomes = batch.outcomes.compactMap(\.self)
    for outcome in outcomes { counts.count(outcome.verdict) }
    return outcomes
  }

  /// Puts the new books of a batch into the library that wait for it.
  private func insertWaiting(_ batch: inout Batch) throws(StorageError) {
    let numbers = try insertion.insert(batch.waiting.rows)
    for (index, number) in numbers.enumerated() {
      let (place, warning) = batch.waiting.outcomes[index]
      switch number {
      case .success(let number):
        batch.outcomes[place] = ImportOutcome(.added(number), warning: warning)
        batch.added.append((number, batch.waiting.rows[index].indexed))
      case .failure(let error):
        batch.outcomes[place] = ImportOutcome(.failed(error.cause))
      }
    }
    batch.waiting.removeAll()
  }

  /// Decides on a row, and on what it becomes; nil when its book waits to be inserted.
  private func store(
    _ book: ImportedBook, latestYear: Int, in batch: inout Batch
  ) throws(StorageError) -> ImportOutcome? {
    if let known = try rows.book(originKey: book.originKey) {
      if known.isRemoved {
        return ImportOutcome(.skipped("book \(known.number), which came from it, is in the trash"))
      }
      return try update(known, with: book)
    }
    if let id = OwnRow.id(in: book.originKey), let known = try rows.book(id: id),
      let outcome = try settle(book, exportedFrom: known)
    {
      return outcome
    }
    var warning: String?
    var isCopy = false
    if let isbn = book.isbn {
      let known = try rows.books(isbn: isbn)
      let row = known.isEmpty ? nil : BookLikeness(of: book.details)
      let same = known.first { candidate in
        // mutant one-isbn-two-books:
        //   `row.map { !candidate.likeness.isClearlyOther(than: $0) } ?? true`
        //   -> `row.map { _ in candidate.isbn != nil } ?? true` (ImportWriterTests)
        // mutant import-other-work:
        //   `!candidate.likeness.isClearlyOther(than: $0)`
        //   -> `candidate.number.rawValue > 0 || $0.isClearlyOther(than: $0)` (ImportWriterTests)
        row.map { !candidate.likeness.isClearlyOther(than: $0) } ?? true
      }
      if let same {
        if let outcome = try settle(book, with: same, isbn) { return outcome }
        isCopy = true
      } else if let other = known.first {
        warning = "book \(other.number) has the ISBN \(isbn) too, but another title: both are kept"
      }
    }
    let indexed = IndexedBook(shown: book.details, latestYear: latestYear)
    if warning == nil, !isCopy {
      // mutant waiting-title:
      //   `if batch.waiting.mayHave(title: indexed.keys.title) { try insertWaiting(&batch) }`
      //   -> `` (BookInsertionTests)
      if batch.waiting.mayHave(title: indexed.keys.title) { try insertWaiting(&batch) }
      if let like = try rows.book(like: indexed.keys, isbn: book.isbn) {
        warning = "book \(like) has the same title, first author and year; it may be the same book"
      }
    }
    batch.waiting.append(
      BookInsertion.Row(book, indexed, id: makeID(), now: settings.now),
      place: batch.outcomes.count, warning: warning)
    return nil
  }

  /// Decides on a row whose ISBN a book has; nil to add it.
  private func settle(
    _ book: ImportedBook, with known: ImportRows.Known, _ isbn: ISBN
  ) throws(StorageError) -> ImportOutcome? {
    if settings.onDuplicate == .add { return nil }
    if known.isRemoved {
      return ImportOutcome(.skipped("book \(known.number) with the ISBN \(isbn) is in the trash"))
    }
    var reason = "book \(known.number) has the ISBN \(isbn)"
    if let title = known.title, let own = book.details.title,
      FoldedText.fold(title) != FoldedText.fold(own)
    {
      // A reader of the report may know that they are two books.
      reason += " and the title “\(title)”"
    }
    switch settings.onDuplicate {
    case .update: return try update(known, with: book)
    case .fail: return ImportOutcome(.failed(reason))
    case .skip, .add: return ImportOutcome(.skipped(reason))
    }
  }

  /// Decides on a row that was exported from a book of this account; nil to add it.
  private func settle(
    _ book: ImportedBook, exportedFrom known: ImportRows.Known
  ) throws(StorageError) -> ImportOutcome? {
    if settings.onDuplicate == .add { return nil }
    if known.isRemoved {
      return ImportOutcome(
        .skipped("book \(known.number), from which it was exported, is in the trash"))
    }
    let differences = try OwnRow.differences(
      of: book, from: known.number, in: settings.account, on: connection)
    if differences.isEmpty { return ImportOutcome(.unchanged(known.number)) }
    let reason =
      "book \(known.number), from which it was exported, says something else "
      + "(\(differences.joined(separator: ", ")))"
    switch settings.onDuplicate {
    case .update: return try update(known, with: book)
    case .fail: return ImportOutcome(.failed(reason))
    case .skip, .add:
      return ImportOutcome(.skipped(reason + "; --on-duplicate update takes it over"))
    }
  }

  private func update(
    _ known: ImportRows.Known, with book: ImportedBook
  ) throws(StorageError) -> ImportOutcome {
    var warning: String?
    if let isbn = book.isbn, let kept = known.isbn, kept != isbn.description {
      warning = "book \(known.number) keeps its ISBN \(kept); the file says \(isbn)"
    }
    let isChanged = try rows.update(known, with: book)
    return ImportOutcome(
      isChanged ? .updated(known.number) : .unchanged(known.number), warning: warning)
  }

  private func begin() throws(StorageError) -> Int64 {
    let set: Int64
    if let changeSet {
      set = changeSet
    } else {
      try connection.run(
        "INSERT INTO change_sets (name, at) VALUES (?, ?)", settings.name,
        settings.now.description)
      set = connection.lastInsertedRowID
      changeSet = set
    }
    // The triggers of `books` read it there.
    try connection.run(
      """
      INSERT INTO settings (key, value) VALUES ('running_change_set', ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, set)
    return set
  }

  private func end(_ set: Int64) throws(StorageError) {
    try connection.run("DELETE FROM settings WHERE key = 'running_change_set'")
    // An import that has changed nothing is nothing to undo.
    let isEmpty = try connection.run(
      """
      DELETE FROM change_sets
      WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM changes WHERE change_set = ?1)
      """, set)
    if isEmpty > 0 { changeSet = nil }
  }
}

extension BookLikeness {
  init(of details: BookDetails) { self.init(title: details.title, authors: details.authors) }
}
