public import Catalogue

/// Takes back what the user did in one go.
///
/// A book that was changed since is left as it is; what a title source said of it meanwhile is no
/// change. Undoing an addition moves the book to the trash. The undoing is a change set itself, and
/// stands in the history.
public enum Undo {
  /// Why a book stays as it is.
  public enum Hindrance: Hashable, Sendable {
    /// The user changed it later.
    case changedSince
    /// It is gone for good.
    case gone
    /// It belongs to the account with this name.
    case ofAnotherAccount(String)
  }

  /// A book that stays as it is.
  public struct Left: Hashable, Sendable {
    public let number: BookNumber
    public let because: Hindrance
  }

  public struct Outcome: Hashable, Sendable {
    /// What was taken back.
    public let change: PastChange
    /// The books that are as they were before.
    public fileprivate(set) var undone: [BookNumber] = []
    /// The books that are left as they are.
    public fileprivate(set) var left: [Left] = []
  }

  /// Takes a change back.
  /// - Parameters:
  ///   - id: the number of the change; nil: the last one of the account that can be undone.
  ///   - account: whose books.
  ///   - now: the time of the undoing.
  ///   - connection: a connection in a write transaction.
  /// - Throws: `UndoError`, `StorageError`.
  /// - Complexity: O(books of the change and of those after it).
  public static func run(
    _ id: Int64? = nil, in account: AccountID, at now: Instant, on connection: Connection
  ) throws -> Outcome {
    let change = try change(id, in: account, on: connection)
    var outcome = Outcome(change: change)
    try ChangeSet.run("undo: \(change.name)", at: now, on: connection) {
      let changedSince = try changedSince(change.id, on: connection)
      let writer = UndoWriter(account: account, now: now, connection: connection)
      for earlier in try EarlierBook.all(of: change.id, on: connection) {
        // mutant changed-since:
        //   `if changedSince.contains(earlier.number) {`
        //   -> `if changedSince.contains(earlier.number), change.id < 0 {` (UndoTests)
        if changedSince.contains(earlier.number) {
          outcome.left.append(Left(number: earlier.number, because: .changedSince))
        } else if try writer.write(earlier) {
          outcome.undone.append(earlier.number)
        } else {
          let owner = try owner(of: earlier.number, on: connection)
          outcome.left.append(
            Left(number: earlier.number, because: owner.map { .ofAnotherAccount($0) } ?? .gone))
        }
      }
      guard !outcome.undone.isEmpty else { return }
      try connection.run(
        """
        UPDATE change_sets SET undone_by = (
          SELECT value FROM settings WHERE key = 'running_change_set')
        WHERE id = ?
        """, change.id)
    }
    return outcome
  }

  private static func change(
    _ id: Int64?, in account: AccountID, on connection: Connection
  ) throws -> PastChange {
    guard let id else {
      guard let last = try PastChange.lastToUndo(of: account, on: connection) else {
        throw UndoError.nothing
      }
      try checkWhole(last.id, on: connection)
      return last
    }
    guard let change = try PastChange.find(id, on: connection), change.books > 0 else {
      throw UndoError.notFound(id)
    }
    // mutant change-of-another-account: `if let name = try owner(of: change, unless: account, on: connection) {` -> `if false, let name = try owner(of: change, unless: account, on: connection) {` (HistoryCommandTests)
    if let name = try owner(of: change, unless: account, on: connection) {
      throw UndoError.ofAnotherAccount(id, name)
    }
    if case .undone(let other) = change.state { throw UndoError.alreadyUndone(id, by: other) }
    try checkWhole(id, on: connection)
    return change
  }

  /// The account of a book, be it in the trash; nil: there is no such book.
  private static func owner(
    of number: BookNumber, on connection: Connection
  ) throws -> String? {
    try connection.first(
      """
      SELECT a.name FROM books AS b JOIN accounts AS a ON a.id = b.account WHERE b.number = ?
      """, number
    ) { $0.text(0) }
  }

  /// The account of a change's books; nil when one of them is the given account's, or all are gone.
  private static func owner(
    of change: PastChange, unless account: AccountID, on connection: Connection
  ) throws -> String? {
    let owners = try connection.all(
      """
      SELECT DISTINCT a.id, a.name
      FROM changes AS c JOIN books AS b ON b.number = c.number JOIN accounts AS a ON a.id = b.account
      WHERE c.change_set = ? ORDER BY a.id
      """, change.id
    ) { (id: AccountID(rawValue: $0.int64(0)), name: $0.text(1)) }
    return owners.contains { $0.id == account } ? nil : owners.first?.name
  }

  /// The log is pruned from its beginning: only the change that begins it can have lost a part.
  private static func checkWhole(_ id: Int64, on connection: Connection) throws {
    let first = try connection.integer("SELECT min(seq) FROM changes")
    let own = try connection.first(
      "SELECT min(seq) FROM changes WHERE change_set = ?", id
    ) { $0.int64(0) }
    // mutant pruned-change:
    //   `if let own, own == first, first > 1 {`
    //   -> `if let own, own == first, first < 0 {` (UndoTests)
    if let own, own == first, first > 1 { throw UndoError.tooOld(id) }
  }

  /// The books that the user changed after a change. What was undone, and the undoing of it, are as
  /// if they had not been; what a sync wrote has no `before`.
  private static func changedSince(
    _ id: Int64, on connection: Connection
  ) throws -> Set<BookNumber> {
    var numbers: Set<BookNumber> = []
    try connection.forEach(
      // mutant undone-changes-do-not-count:
      //   `UNION ALL SELECT undone_by FROM change_sets WHERE undone_by IS NOT NULL)`
      //   -> `)` (UndoTests)
      // mutant sync-is-no-change:
      //   `AND (c.before IS NOT NULL OR c.kind <> 'update')` -> `` (UndoTests)
      """
      SELECT DISTINCT c.number FROM changes AS c
      WHERE c.seq > (SELECT max(seq) FROM changes WHERE change_set = ?1)
        AND (c.before IS NOT NULL OR c.kind <> 'update')
        AND ifnull(c.change_set, -1) NOT IN (
          SELECT id FROM change_sets WHERE undone_by IS NOT NULL
          UNION ALL SELECT undone_by FROM change_sets WHERE undone_by IS NOT NULL)
      """, id
    ) { numbers.insert(BookNumber(rawValue: $0.int64(0))) }
    return numbers
  }
}
