public import Catalogue
public import Storage

extension LibraryFeature {
  /// What happens in a sync: claims, answers and verdicts follow each other until nothing is due or
  /// something stops it.
  public enum SyncAction: Sendable {
    /// Asks the account's source for the titles of due books.
    case start(SyncOptions)
    /// The account is known, in the epoch that holds for the whole sync.
    case began(Account)
    /// Tickets were issued.
    case claimed(Claim, ClaimRequest)
    /// The source has answered for these books.
    case answered([Answer])
    /// Some time has gone since tickets were issued or renewed.
    case renew
    /// Tickets were renewed; those that did not stand are told with the reason.
    case renewed(dead: [Ticket: Refusal])
    /// Every claimed book was asked for, or asking on makes no sense.
    case fetched(SyncProgress.Stop?)
    /// Tickets were given back; those that did not stand are told with the reason.
    case gaveBack([Ticket], dead: [Ticket: Refusal])
    /// What became of the answers.
    case saved(Outcome)
    /// The user wants it to end: what has answered is saved, the rest is given back.
    case interrupt
    /// The database failed.
    case failed(StorageFailure)
    /// It has ended; so many books are left, and so many held by others.
    case finished(DueBooks)
  }

  /// An answer of the source.
  public struct Answer: Hashable, Sendable {
    public let book: BookID
    public let ticket: Ticket
    public let outcome: TitleOutcome

    public init(book: BookID, ticket: Ticket, outcome: TitleOutcome) {
      self.book = book
      self.ticket = ticket
      self.outcome = outcome
    }
  }
}
