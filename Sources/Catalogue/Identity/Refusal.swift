/// Why a completion was refused.
public enum Refusal: String, Hashable, Sendable, CaseIterable {
  /// The book is gone, or was removed since, even when it was added or restored again.
  case removed
  /// The epoch of the ticket's account has ended.
  case accountSwitched = "account_switched"
  /// A newer ticket stands for the book.
  case superseded
  /// The book has another ISBN now.
  case isbnChanged = "isbn_changed"
  /// The ticket is gone for another reason: it was redeemed, given back or its lease ran out.
  case expired
}
