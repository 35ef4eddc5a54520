public import Catalogue
public import Composable
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
    /// The user wants it to end: what has answered is saved, the rest is given back.
    case interrupt
    /// The database failed.
    case failed(StorageFailure)
    /// A claim has ended: its answers are saved and its other tickets given back, as far as the
    /// database allowed.
    case ended(ClaimEnd)
    /// The sync has ended; so many books are left, and so many held by others. Nil: the database
    /// cannot say.
    case finished(DueBooks?)
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

  /// What the database said when a claim ended.
  public struct ClaimEnd: Sendable {
    /// What became of the answers.
    public internal(set) var outcome = Outcome()
    /// The tickets that were given back.
    public internal(set) var given: [Ticket] = []
    /// Those of them that no longer stood, with the reason.
    public internal(set) var dead: [Ticket: Refusal] = [:]
    /// Why answers were not saved or tickets not given back.
    public internal(set) var failure: StorageFailure?

    init() {}
  }
}
