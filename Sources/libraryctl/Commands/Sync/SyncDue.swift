import Catalogue
import LibraryFeature
import Storage
import Sync

/// What a sync would ask for.
struct SyncDue {
  /// How many books it could claim now, were it not limited.
  let count: Int
  /// Those that another sync holds.
  let heldElsewhere: Int
  /// How many books it would ask for.
  let asked: Int
  /// In how many requests at the least: a source may need more than one for an answer.
  let requests: Int
  private let request: ClaimRequest
  private let isAlive: (Int64) -> Bool

  /// Counts them.
  /// - Parameters:
  ///   - limits: what the account's source bears.
  ///   - lockPath: the library's lock file, on which other syncs show that they live.
  init(
    _ options: SyncOptions, _ account: Account, _ limits: TitleSource.Limits, lockPath: String,
    on connection: Connection
  ) throws {
    let now = SystemClock.now
    var request = ClaimRequest(
      account: account.id, epoch: account.epoch, now: now, limit: options.limit ?? .max)
    let age = options.all ? 0 : options.maxAge * 1000
    request.answeredBefore = Instant(rawValue: now.rawValue - Int64(age))
    request.retriesFailed = options.retriesFailed || options.all
    request.numbers = options.numbers
    let isAlive = { TicketHolder.isAlive($0, lockPath: lockPath) }
    let due = try Tickets.due(request, isAlive: isAlive, on: connection)
    count = due.free
    heldElsewhere = due.held
    // mutant trial-run-keeps-limit: `min(due.free, request.limit)` -> `due.free` (SyncDueTests)
    asked = min(due.free, request.limit)
    requests = (asked + limits.idsPerRequest - 1) / limits.idsPerRequest
    self.request = request
    self.isAlive = isAlive
  }

  /// Calls `body` for each book that it would ask for, in the order in which it would.
  func forEach(on connection: Connection, _ body: (Tickets.DueBook) throws -> Void) throws {
    try Tickets.forEachDue(request, isAlive: isAlive, on: connection, body)
  }
}
