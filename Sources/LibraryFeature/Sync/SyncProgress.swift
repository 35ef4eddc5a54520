public import Catalogue
import Composable
import Storage
import Sync

/// A sync while it runs, and its summary when it has ended.
///
/// Each claimed book ends in exactly one count:
/// claimed = updated + unchanged + notFound + failed + the sum of refused + givenBack + those that
/// are still on their way. After a failure of the database some stay on their way; they are left.
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
  /// Books that are left, once the sync has ended: due ones, or named ones that nothing is known of,
  /// without those that others hold.
  public internal(set) var left = 0
  /// Books whose tickets others hold.
  public internal(set) var heldElsewhere = 0
  /// Books that were named and cannot be fetched.
  public internal(set) var notClaimable: [BookNumber] = []
  public internal(set) var stop: Stop?
  public internal(set) var isRunning = true

  /// What a sync waits for.
  enum Phase: Equatable, Sendable {
    case claiming
    case fetching
    /// The verdicts of the disk, or tickets that are given back.
    case ending
  }

  let options: SyncOptions
  /// Whose books are asked for, in the epoch in which the sync began.
  var account: Account?
  var phase = Phase.claiming
  /// Tickets of which nothing has come yet, by book.
  private(set) var outstanding: [BookID: Ticket] = [:]
  /// The same tickets, for the effect that keeps them while their books are fetched.
  let tickets = TicketsInHand()
  /// Tickets whose answers wait for the verdict of the disk, by book.
  var undecided: [BookID: Ticket] = [:]
  /// Tickets that could not be given back, of this sync when it has ended or of one before it.
  var unreturned: [Ticket]
  /// Books that the sync has brought into the window.
  var brought: Set<BookID> = []
  /// From where on the verdicts of the claim in hand are collected.
  var mark: SaveMark<BookFeature.State>?
  /// Books that were claimed; none is asked for twice in one sync, whatever the clock says.
  private var tried: BookNumberSet = []
  /// Books that the source has answered for; none of them is left, whatever the clock says.
  private var answered: BookNumberSet = []
  /// Named books that have not been claimed yet.
  private var named: ArraySlice<BookNumber>?
  /// Named books whose tickets were given back.
  private var namedAgain: [BookNumber] = []
  /// When the sync made its first claim.
  private var start: Instant?

  init(options: SyncOptions, unreturned: [Ticket] = []) {
    self.options = options
    self.unreturned = unreturned
    named = options.numbers.map { $0[...] }
  }

  /// How many completions were refused.
  public var refusedCount: Int { refused.values.reduce(0, +) }

  /// How many books have come to an end.
  public var done: Int { updated + unchanged + notFound + failed + refusedCount + givenBack }

  // MARK: Claiming

  /// Whether there may be more to claim.
  var goesOn: Bool {
    stop == nil && options.limit.map { claimed < $0 } != false && named?.isEmpty != true
  }

  /// The largest claim: it bounds the memory of a sync, and how long a ticket is out.
  private static let claimSize = 2000
  /// Longer ages mean nothing: 1,000 years, in seconds.
  private static let longestAge = 3.2e10

  /// How long a ticket holds, in milliseconds.
  var lease: Int64 {
    let longest = 3600.0
    return options.lease > 0 ? Int64(max(1, min(options.lease, longest) * 1000)) : 120_000
  }

  /// What to claim next.
  func claim(of account: Account, at now: Instant, for limits: TitleSource.Limits) -> ClaimRequest {
    let size = min(limits.idsPerRequest, Self.claimSize)
    let window = size * min(limits.requestsAtOnce, Self.claimSize) * 16
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: now,
      limit: min(
        options.limit.map { max(0, $0 - claimed) } ?? .max, max(size, min(window, Self.claimSize))),
      requestSize: size)
    let age = options.all || !(options.maxAge > 0) ? 0 : min(options.maxAge, Self.longestAge)
    request.answeredBefore = Instant(rawValue: (start ?? now).rawValue - Int64(age * 1000))
    request.lease = lease
    request.retriesFailed = options.retriesFailed || options.all
    request.numbers = named.map { Array($0.prefix(request.limit)) }
    request.excluding = tried
    return request
  }

  /// What is left to claim, whatever was claimed before.
  func rest(of account: Account, at now: Instant, for limits: TitleSource.Limits) -> ClaimRequest {
    var request = claim(of: account, at: now, for: limits)
    request.numbers = named.map { Array($0) + namedAgain }
    request.excluding = answered
    return request
  }

  mutating func add(_ claim: Claim, of request: ClaimRequest) {
    start = start ?? request.now
    claimed += claim.books.count
    heldElsewhere =
      named == nil
      ? claim.heldElsewhere.count : heldElsewhere + claim.heldElsewhere.count
    notClaimable += claim.notClaimable
    if let count = request.numbers?.count { named = named?.dropFirst(count) }
    for claimed in claim.books {
      outstanding[claimed.book.id] = claimed.ticket
      tickets.add(claimed.ticket, of: claimed.book.id)
      tried.insert(claimed.book.number)
    }
  }

  /// Takes in what is left at the end.
  /// - Parameter due: nil when the database cannot say; then the books are left that came to no end.
  mutating func finish(_ due: DueBooks?) {
    if let due {
      left = due.free
      // Named books are claimed once; others may have let go of them since.
      if named == nil { heldElsewhere = due.held }
    } else {
      left = claimed - done + givenBack + (named?.count ?? 0)
    }
    unreturned += outstanding.values
    outstanding = [:]
    undecided = [:]
    isRunning = false
  }

  // MARK: Counting

  /// Whether the fate of a ticket is still to be counted here.
  func awaits(_ ticket: Ticket, of book: BookID) -> Bool {
    outstanding[book] == ticket || undecided[book] == ticket
  }

  /// Takes an answer from those that are outstanding to those that wait for the disk.
  mutating func await(_ ticket: Ticket, of book: BookID) {
    outstanding[book] = nil
    tickets.remove(of: book)
    undecided[book] = ticket
  }

  /// Counts a refusal.
  /// - Returns: whether it is this sync's to count.
  mutating func refuse(_ ticket: Ticket, of book: BookID, _ reason: Refusal) -> Bool {
    guard undecided[book] == ticket else { return false }
    undecided[book] = nil
    refused[reason, default: 0] += 1
    return true
  }

  mutating func gaveBack(_ tickets: [Ticket], dead: [Ticket: Refusal]) {
    let given = Set(tickets)
    for (book, ticket) in outstanding where given.contains(ticket) {
      outstanding[book] = nil
      if let reason = dead[ticket] {
        refused[reason, default: 0] += 1
      } else {
        givenBack += 1
        if named != nil { namedAgain.append(ticket.book) }
      }
    }
  }

  /// Counts what the database decided of an answer.
  mutating func count(_ decision: LibraryFeature.Outcome.Decision) {
    guard let redemption = decision.change.permit,
      // mutant count-by-ticket:
      //   `undecided[decision.change.id] == redemption.ticket`
      //   -> `redemption.ticket.serial > 0` (SyncTests)
      undecided[decision.change.id] == redemption.ticket
    else { return }
    undecided[decision.change.id] = nil
    if let refusal = decision.verdict.refusedCompletion {
      refused[refusal, default: 0] += 1
      return
    }
    if case .failed(let failure) = redemption.outcome, failure.wait == 0 {
      // It is left to be asked for again at once.
    } else {
      // mutant answered-is-not-left:
      //   `answered.insert(redemption.ticket.book)` -> `` (SyncClockTests)
      answered.insert(redemption.ticket.book)
    }
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

  /// Counts answers whose books were removed, or asked for anew, before they were written.
  mutating func countUnwritten(isThere: (BookID) -> Bool) {
    for book in undecided.keys {
      refused[isThere(book) ? .superseded : .removed, default: 0] += 1
    }
    undecided = [:]
  }
}
