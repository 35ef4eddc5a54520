public import Catalogue

/// What came of a claim of one book.
public enum BookClaim: Hashable, Sendable {
  case claimed(ClaimedBook)
  /// The book is gone, or the epoch of the account has ended.
  case refused(Refusal)
  /// Nothing can be asked for it.
  case withoutISBN
  /// Another run fetches it.
  case heldElsewhere
}

extension Tickets {
  /// Takes a ticket for one book, due or not; one that the same run holds for it is superseded.
  /// - Parameters:
  ///   - number: the book.
  ///   - account: the account that it belongs to, in the epoch in which it was read.
  ///   - now: the moment of the claim.
  ///   - holder: the run that takes it.
  ///   - connection: a connection in a write transaction.
  /// - Throws: `StorageError`, also when the row breaks the schema's rules.
  public static func claimBook(
    _ number: BookNumber, of account: Account, at now: Instant, for holder: TicketHolder,
    on connection: Connection
  ) throws -> BookClaim {
    let hasISBN = try connection.first(
      "SELECT isbn NOTNULL FROM books WHERE number = ? AND account = ? AND removed_at IS NULL",
      number, account.id
    ) { $0.bool(0) }
    var request = ClaimRequest(account: account.id, epoch: account.epoch, now: now, limit: 1)
    request.numbers = [number]
    try supersede(number, of: holder, on: connection)
    let claim = try claim(request, for: holder, on: connection)
    if let error = claim.unreadable[number] { throw error }
    if let claimed = claim.books.first { return .claimed(claimed) }
    // mutant reason-of-a-claim: `if hasISBN == nil || claim.isEpochOver {` -> `if hasISBN == nil {` (RefusalOrderTests)
    if hasISBN == nil || claim.isEpochOver {
      return .refused(
        .reason(
          isGone: hasISBN == nil, isEpochOver: claim.isEpochOver, isISBNChanged: false,
          isSuperseded: false))
    }
    return hasISBN == false ? .withoutISBN : .heldElsewhere
  }
}
