public import Catalogue

/// Makes one of two books: one stays and takes over what it lacks, the other goes to the trash.
///
/// Nothing that is shown of the book that stays is replaced. It is one change set, so that `Undo`
/// makes two of them again.
public enum BookMerge {
  public struct Outcome: Hashable, Sendable {
    public let kept: BookNumber
    public let removed: BookNumber
    /// What the book that stays has taken over.
    public let gained: [BookField]
  }

  /// Merges two books.
  /// - Parameters:
  ///   - kept: the book that stays.
  ///   - other: the book that goes.
  ///   - account: the account of both.
  ///   - now: the time.
  ///   - connection: a connection in a write transaction.
  /// - Throws: `BookReferenceError` when one of them is not there, or both are one.
  public static func run(
    keeping kept: BookNumber, removing other: BookNumber, in account: AccountID, at now: Instant,
    on connection: Connection
  ) throws -> Outcome {
    let books = try BookRows.read(numbers: [kept, other], in: account, on: connection)
    guard kept != other, books.count == 2 else {
      let missing = books.contains { $0.number == kept } ? other : kept
      throw BookReferenceError.notFound(.number(missing))
    }
    let (before, source) = (books[0], books[1])
    var after = before
    after.typed = typed(before, source)
    after.imported = imported(before, source)
    let takesISBN = before.isbn == nil && source.isbn != nil
    if takesISBN { after.fetched = source.fetched }
    try ChangeSet.run("merge \(other) into \(kept)", at: now, on: connection) {
      try connection.run(
        """
        UPDATE books SET typed = json_patch(typed, ?), imported = json_patch(imported, ?),
          isbn = ?, edited_at = ?
        WHERE number = ?
        """,
        DetailsPatch(from: before.typed, to: after.typed).json,
        DetailsPatch(from: before.imported, to: after.imported).json,
        before.isbn ?? source.isbn, now, kept)
      if takesISBN { try takeFetched(from: other, to: kept, on: connection) }
      try BookRemoving.remove([other], from: account, at: now, on: connection)
    }
    var gained = takesISBN ? [BookField.isbn] : []
    let (was, shown) = (before.shown, after.shown)
    gained += BookField.sayable.filter { shown.says($0) && !was.says($0) }
    if was.tags != nil, was.tags != shown.tags { gained.append(.tags) }
    if was.readAt != nil, was.readAt != shown.readAt { gained.append(.readAt) }
    if was.identifiers != nil, was.identifiers != shown.identifiers { gained.append(.identifiers) }
    return Outcome(kept: kept, removed: other, gained: gained)
  }

  /// What is typed of the book that goes fills what is not shown of the other, from any origin.
  /// Lists and identifiers are joined.
  private static func typed(_ kept: Book, _ source: Book) -> BookDetails {
    let shown = kept.shown
    let other = source.shown
    var gaps = BookDetails()
    // A field that was said to be empty is no gap.
    gaps.takeGaps(of: shown.patched(by: kept.typed), from: source.typed)
    var typed = kept.typed.patched(by: gaps)
    func join(_ field: WritableKeyPath<BookDetails, [String]?>) {
      let own = shown[keyPath: field] ?? []
      let missing = (other[keyPath: field] ?? []).filter { !own.contains($0) }
      if !missing.isEmpty, !own.isEmpty { typed[keyPath: field] = own + missing }
    }
    join(\.tags)
    join(\.readAt)
    let own = shown.identifiers ?? [:]
    let missing = (source.typed.identifiers ?? [:]).filter { own[$0.key] == nil }
    if !missing.isEmpty {
      typed.identifiers = (typed.identifiers ?? [:]).merging(missing) { first, _ in first }
    }
    return typed
  }

  /// What files said of the book that goes fills what files did not say of the other.
  private static func imported(_ kept: Book, _ source: Book) -> BookDetails {
    var gaps = BookDetails()
    gaps.takeGaps(of: kept.imported, from: source.imported)
    gaps.identifiers = source.imported.identifiers?.filter {
      kept.imported.identifiers?[$0.key] == nil
    }
    return kept.imported.patched(by: gaps)
  }

  /// What a title source said goes with the ISBN that it was asked for.
  private static func takeFetched(
    from source: BookNumber, to kept: BookNumber, on connection: Connection
  ) throws {
    try connection.run(
      """
      UPDATE books SET
        (fetched, source_key, validators, sync_state, sync_at, sync_detail, fetched_at) = (
          SELECT s.fetched, s.source_key, s.validators, s.sync_state, s.sync_at, s.sync_detail,
            s.fetched_at
          FROM books AS s WHERE s.number = ?1)
      WHERE number = ?2
      """, source, kept)
  }
}
