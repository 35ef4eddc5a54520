/// Why a completion was refused.
public enum Refusal: String, Hashable, Sendable, CaseIterable {
  /// The book is gone, or was removed since, even when it was added or restored again.
  case removed
  /// The epoch of the ticket's account has ended.
  case accountSwitched = "account_switched"
  /// A newer ticket was issued for the book.
  case superseded
  /// The book has another ISBN now.
  case isbnChanged = "isbn_changed"
  /// The ticket is gone for another reason: it was redeemed, given back or its lease ran out.
  case expired

  /// The reason that counts, of all that are true: whoever refuses gives the same one.
  /// - Parameters:
  ///   - isGone: whether there is no such book, or another row has come under its number.
  ///   - isEpochOver: whether the epoch of the ticket's account has ended.
  ///   - isISBNChanged: whether the book has another ISBN than the ticket.
  ///   - isSuperseded: whether a ticket with a higher serial was issued for the book.
  public static func reason(
    isGone: Bool, isEpochOver: Bool, isISBNChanged: Bool, isSuperseded: Bool
  ) -> Refusal {
    // mutant order-of-reasons: `if isGone { return .removed }` -> `if isGone && !isEpochOver { return .removed }` (RefusalOrderTests)
    if isGone { return .removed }
    if isEpochOver { return .accountSwitched }
    if isISBNChanged { return .isbnChanged }
    return isSuperseded ? .superseded : .expired
  }
}
