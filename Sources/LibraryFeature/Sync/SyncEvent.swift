public import Catalogue
import Composable
import Storage

/// Something that happens in a sync, for those who follow it line by line.
public enum SyncEvent: Hashable, Sendable {
  case claimed([BookNumber])
  case updated(BookNumber, title: String?)
  case unchanged(BookNumber)
  case notFound(BookNumber)
  case failed(BookNumber, TitleFailure)
  case refused(BookNumber, Refusal)
  /// The sync ends early: the source asks to wait, cannot be reached or refuses.
  case backingOff(SyncProgress.Stop)

  /// What the database decided of an answer; nil for a change that is none.
  init?(_ decision: LibraryFeature.Outcome.Decision) {
    guard let redemption = decision.change.permit else { return nil }
    let number = redemption.ticket.book
    if let refusal = decision.verdict.refusedCompletion {
      self = .refused(number, refusal)
      return
    }
    switch redemption.outcome {
    case .found(let record) where record.isbn == redemption.ticket.isbn:
      self =
        decision.change.old?.fetched == decision.change.new?.fetched
        ? .unchanged(number) : .updated(number, title: decision.change.new?.shownTitle)
    case .unchanged: self = .unchanged(number)
    case .found, .notFound: self = .notFound(number)
    case .failed(let failure): self = .failed(number, failure)
    }
  }
}
