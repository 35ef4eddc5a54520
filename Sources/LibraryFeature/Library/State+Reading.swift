import Catalogue
import Composable
import Storage

/// What rows that were read make of the window.
extension LibraryFeature.State {
  /// Elements whose changes were decided after something was read: it does not know of them.
  /// - Parameters:
  ///   - entry: the entry of the log as of which it was read.
  ///   - mark: made before it was read.
  func decided(
    after entry: LogEntry, since mark: SaveMark<BookFeature.State>
  ) -> Set<BookID> {
    var ids: Set<BookID> = []
    for decision in $books.outcome(since: mark).decisions {
      if let known = decision.verdict.entry, known <= entry { continue }
      ids.insert(decision.change.id)
    }
    return ids
  }

  /// The elements by the numbers of their rows.
  /// - Complexity: O(books in the window).
  var idsOfNumbers: [BookNumber: BookID] {
    Dictionary(books.map { ($0.book.number, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes a row into the window as it was read; another incarnation is another element.
  /// - Returns: false when the element has changes that are not decided; then it is left alone.
  @discardableResult
  mutating func take(_ book: Book, of account: Account) -> Bool {
    guard book.account == account.id else { return drop(book.id) }
    let known = books[id: book.id]
    let isSame = known?.book.incarnation == book.incarnation && known?.account == account
    var child =
      known.flatMap { isSame ? $0 : nil } ?? BookFeature.State(book: book, account: account)
    child.update(to: book)
    guard $books.absorb(child, renewing: known != nil && !isSame) else { return false }
    if let known, !isSame {
      refuseUnfinished(
        known,
        .reason(
          isGone: known.book.incarnation != book.incarnation,
          isEpochOver: known.account != account, isISBNChanged: false, isSuperseded: false))
    }
    return true
  }

  /// Lets an element go whose row is gone. What is under way for it ends, and counts as refused.
  /// - Parameter incarnation: that of the row in the trash; an element that has it came back since.
  /// - Returns: false when the element has changes that are not decided; then it is left alone.
  @discardableResult
  mutating func drop(_ id: BookID, removedAs incarnation: Incarnation? = nil) -> Bool {
    // mutant removal-is-older:
    //   `child.book.incarnation != incarnation else`
    //   -> `incarnation != nil || incarnation == nil else` (NewsRaceTests)
    guard let child = books[id: id], child.book.incarnation != incarnation else { return true }
    guard $books.evict(id: id) else { return false }
    refuseUnfinished(child, .removed)
    return true
  }
}
