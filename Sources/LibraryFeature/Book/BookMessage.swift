public import Catalogue

/// What there is to say of a book besides what is known of it.
public enum BookMessage: Hashable, Sendable {
  /// Its source does not know it.
  case notFound
  /// Its source gave no answer.
  case failed(TitleFailure)
  /// Its answer came too late.
  case refused(Refusal)
  /// Without an ISBN nothing can be asked.
  case noISBN
  /// Nothing could be asked, for a reason of this machine.
  case notAsked(String)
  /// A change of it was refused.
  case notSaved(String)
}
