public import Catalogue
import Composable
import Storage
import Sync

/// A sync while it runs, and its summary when it has ended.
///
/// Each claimed book ends in exactly one count:
/// claimed = updated + unchanged + notFound + failed + the sum of refused + givenBack + those that
/// are still on their way.
public struct SyncProgress: Equatable, Sendable {
  /// Why a sync ended before its work was done.
  public enum Stop: Hashable, Sendable {
    /// The user asked for it.
    case interrupted
    /// The account's epoch ended: another account is used, or this one changed.
    case accountSwitched
    /// The source refuses the account.
    case unauthorised
    /// The source is out of reach.
    case offline(String)
    /// The source asks to wait; in seconds, when it says how long.
    case rateLimited(retryAfter: Double?)
    /// The account lacks something.
    case unconfigured(String)
    /// The database could not be read or written.
    case storage(StorageFailure)
  }

  public internal(set) var claimed = 0
  public internal(set) var updated = 0
  public internal(set) var unchanged = 0
  public internal(set) var notFound = 0
  public internal(set) var failed = 0
  public internal(set) var refused: [Refusal: Int] = [:]
  public internal(set) var givenBack = 0
  /// Due books that are left, once the sync has ended.
  public internal(set) var left = 0
  /// Books whose tickets others hold.
  public internal(set) var heldElsewhere = 0
  /// Books that were named and cannot be fetched.
  public internal(set) var notClaimable: [BookNumber] = []
  public internal(set) var stop: Stop?
  public internal(set) var isRunning = true

  let options: SyncOptions
  /// Whose books are asked for, in the epoch in which the sync began.
  var account: Account?
  /// Tickets of which nothing has come yet, by book.
  var outstanding: [BookID: Ticket] = [:]
  /// Books that were claimed; none is asked for twice in one sync.
  private var tried: Set<BookNumber> = []
  /// From where on the verdicts of the claim in hand are collected.
  var mark: SaveMark<BookFeature.State>?
  /// When the sync made its first claim.
  private var start: Instant?

  init(options: SyncOptions) { self.options = options }

  /// How many completions were refused.
  public var refusedCount: Int { refused.values.reduce(0, +) }

  /// How many books have come to an end.
  public var done: Int { updated + unchanged + notFound + failed + refusedCount + givenBack }

  /// How many books may still be claimed; nil: any number.
  var remaining: Int? { options.limit.map { max(0, $0 - claimed) } }

  /// The largest claim: it bounds the memory of a sync, and how long a ticket is out.
  private static let claimSize = 500

  /// What to claim next.
  func claim(of account: Account, at now: Instant, for limits: TitleSource.Limits) -> ClaimRequest
  {
    let window = limits.idsPerRequest * limits.requestsAtOnce * 4
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: now,
      limit: min(remaining ?? .max, max(limits.idsPerRequest, min(window, Self.claimSize))),
      requestSize: limits.idsPerRequest)
    let age = options.all ? 0 : Int64(options.maxAge * 1000)
    request.answeredBefore = Instant(rawValue: (start ?? now).rawValue - age)
    request.retriesFailed = options.retriesFailed || options.all
    request.numbers = options.numbers
    request.excluding = tried
    return request
  }

  mutating func add(_ claim: Claim, at now: Instant) {
    start = start ?? now
    claimed += claim.books.count
    heldElsewhere = claim.heldElsewhere.count
    notClaimable = claim.notClaimable
    for claimed in claim.books {
      outstanding[claimed.book.id] = claimed.ticket
      tried.insert(claimed.book.number)
    }
  }

  mutating func gaveBack(_ tickets: [Ticket], dead: [Ticket: Refusal]) {
    let given = Set(tickets)
    for (book, ticket) in outstanding where given.contains(ticket) {
      outstanding[book] = nil
      if let reason = dead[ticket] { refuse(reason) } else { givenBack += 1 }
    }
  }

  mutating func refuse(_ reason: Refusal) { refused[reason, default: 0] += 1 }

  /// Counts what the database decided of an answer.
  /// - Parameter refusal: why it was refused; nil: it was accepted.
  mutating func count(_ decision: LibraryFeature.Outcome.Decision) {
    guard let redemption = decision.change.permit else { return }
    if let refusal = decision.verdict.refusedCompletion { return refuse(refusal) }
    switch redemption.outcome {
    case .found(let record) where record.isbn == redemption.ticket.isbn:
      if decision.change.old?.fetched == decision.change.new?.fetched {
        unchanged += 1
      } else {
        updated += 1
      }
    case .unchanged: unchanged += 1
    case .found, .notFound: notFound += 1
    case .failed: failed += 1
    }
  }
}
